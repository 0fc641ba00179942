/**
 * Preloaded into the product by openapi.e2e.ts: a response body with data cannot be encoded, as if by a bug.
 */
TextEncoder.prototype.encode = new Proxy(TextEncoder.prototype.encode, {
  apply(encode, encoder, [text]) {
    if (String(text).startsWith('{"data":')) throw new TypeError('a bug');
    return Reflect.apply(encode, encoder, [text]);
  },
});

export {};
