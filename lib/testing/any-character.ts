import fc from 'fast-check';

/** The surrogates are no characters. */
const SURROGATES = { first: 0xd800, count: 0x800 };
const CHARACTERS = 0x11_0000 - SURROGATES.count;

/**
 * A unit of strings of any characters, like `binary` of fast-check. That one builds a table of all characters, which takes
 * a second in each process. The way back lets fast-check also try texts such as `__proto__`.
 */
export const anyCharacter = fc.nat(CHARACTERS - 1).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  (text) => {
    if (typeof text !== 'string' || [...text].length !== 1 || !text.isWellFormed())
      throw new Error('not a character');
    const point = text.codePointAt(0) ?? 0;
    return point < SURROGATES.first ? point : point - SURROGATES.count;
  },
);
