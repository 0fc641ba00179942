/**
 * Preloaded into the product by openapi.e2e.ts: a body with data cannot be written as JSON, as if by a bug in what it
 * contains. Handlers write their bodies themselves, so that the error is one of the handler; errors have no data.
 */
JSON.stringify = new Proxy(JSON.stringify, {
  apply(stringify, json, given: unknown[]) {
    const [body] = given;
    if (typeof body === 'object' && body !== null && 'data' in body) throw new TypeError('a bug');
    return Reflect.apply(stringify, json, given);
  },
});

export {};
