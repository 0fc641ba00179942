/**
 * Preloaded into the product by errors.http.ts: JSON.stringify fails for every body with data, like a bug would make
 * it fail. Handlers serialize their bodies, so the error occurs in the handler. Error bodies have no data and still
 * work.
 */
JSON.stringify = new Proxy(JSON.stringify, {
  apply(stringify, json, given: unknown[]) {
    const [body] = given;
    if (typeof body === 'object' && body !== null && 'data' in body) throw new TypeError('a bug');
    return Reflect.apply(stringify, json, given);
  },
});

export {};
