/** One form in which a text can contain a secret, and the bytes to search for. */
export interface SecretForm {
  name: string;
  bytes: Buffer;
}

/**
 * Returns the forms in which a text can contain a secret: plain, in parts, escaped, encoded. In base64 a secret has
 * one of three forms, depending on its offset in the data. Each form has only the letters that depend on nothing but
 * the secret, so that padding and surrounding data do not matter.
 */
export function encodedFormsOf(secret: string): SecretForm[] {
  const bytes = Buffer.from(secret, 'utf8');
  const half = Math.ceil(secret.length / 2);
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = (digits: string) => digits.replace(/../g, '%$&');
  const hex = bytes.toString('hex');
  const forms: [string, string | Buffer][] = [
    ['raw', bytes],
    ['first half', secret.slice(0, half)],
    ['second half', secret.slice(-half)],
    ['reversed', [...secret].reverse().join('')],
    ['hex', hex],
    ['HEX', hex.toUpperCase()],
    ['UTF-16', Buffer.from(secret, 'utf16le')],
    ['URL', encodeURIComponent(secret)],
    ['URL, lower case', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['form', new URLSearchParams({ '': secret }).toString().slice(1)],
    ['URL, each byte', percent(hex)],
    ['URL, EACH BYTE', percent(hex.toUpperCase())],
    ['JSON', json],
    ['JSON in JSON', JSON.stringify(json).slice(1, -1)],
    ['HTML', html(secret)],
    ['JavaScript', secret.replace(/[<>&'"\\/+=]/g, (letter) => `\\u${hexOf(letter)}`)],
    ...[0, 1, 2].flatMap((offset): [string, string][] => {
      const letters = inBase64(bytes, offset);
      return [
        [`base64 at ${offset}`, letters],
        [`base64url at ${offset}`, letters.replaceAll('+', '-').replaceAll('/', '_')],
      ];
    }),
  ];
  const known = new Set<string>();
  return forms.flatMap(([name, form]) => {
    const wanted = Buffer.from(form);
    const key = wanted.toString('latin1');
    if (known.has(key)) return [];
    known.add(key);
    return [{ name, bytes: wanted }];
  });
}

/** The base64 letters that depend on nothing but the secret. @param offset number of bytes before it, modulo 3 */
function inBase64(bytes: Buffer, offset: number): string {
  const all = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const bits = (offset + bytes.length) * 8;
  return all.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
}

function html(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#x27;',
  };
  return text.replace(/[&<>"']/g, (letter) => names[letter] ?? letter);
}

function hexOf(letter: string): string {
  return letter.charCodeAt(0).toString(16).padStart(4, '0');
}
