import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts, NO_TEXT, NOT_RANKED, rankTexts } from './text-ranks.ts';

const arbitraryText = fc.oneof(
  fc.constantFrom('node 2', 'node 10', 'Node 02', 'é', 'E', 'f', ''),
  fc.tuple(fc.constantFrom('a', 'B', 'ç'), fc.nat(30)).map(([letter, n]) => `${letter}${n}`),
);
const arbitraryTexts = fc.array(fc.option(arbitraryText, { freq: 9 }), { minLength: 70, maxLength: 120 });
const rank = (texts: readonly (string | null)[], earlier?: Uint32Array) =>
  rankTexts(texts.length, (row) => texts[row] ?? null, earlier);

/** Renumbers the ranks without gaps. */
function dense(ranks: Uint32Array): number[] {
  const used = [...new Set([NO_TEXT, ...ranks])].sort((a, b) => a - b);
  return Array.from(ranks, (one) => used.indexOf(one));
}

test('ranks compare like the texts', () => {
  fc.assert(
    fc.property(arbitraryTexts, (texts) => {
      const ranks = rank(texts);
      const [first = null] = texts;
      for (const [row, text] of texts.entries()) {
        if (text === null || first === null) expect(ranks[row] === NO_TEXT).toBe(text === null);
        else
          expect(Math.sign((ranks[row] ?? 0) - (ranks[0] ?? 0))).toBe(Math.sign(compareTexts(text, first)));
      }
    }),
  );
});

test('ranks updated with few new texts equal ranks built from scratch', () => {
  const newTexts = fc.array(fc.tuple(fc.nat(69), fc.option(arbitraryText)), { maxLength: 3 });
  fc.assert(
    fc.property(arbitraryTexts, newTexts, (texts, changes) => {
      const earlier = rank(texts);
      const changed = [...texts];
      for (const [row, text] of changes.slice(0, Math.floor(texts.length / 32))) {
        changed[row] = text;
        earlier[row] = NOT_RANKED;
      }
      expect(dense(rank(changed, earlier))).toEqual(dense(rank(changed)));
    }),
    { numRuns: 1000 },
  );
});
