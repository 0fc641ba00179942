import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideTiles, layoutTiles, PAGE_MS, pageAt, TILE } from './wall-pages';

const tiles = fc.integer({ min: 1, max: 500 });
const room = fc.record({
  width: fc.integer({ min: 280, max: 3840 }),
  height: fc.integer({ min: 100, max: 2160 }),
});

test('no tile is larger than its place, and none is too small to read', () => {
  fc.assert(
    fc.property(tiles, room, fc.integer({ min: 320, max: 2160 }), (count, size, side) => {
      const { columns, rows, fontSize } = layoutTiles(count, size, side);
      expect(fontSize).toBeGreaterThanOrEqual(Math.max(14, 0.02 * side));
      // A window that is smaller than one legible tile scrolls.
      const wide = Math.max(size.width, fontSize * TILE.width);
      const high = Math.max(size.height, fontSize * TILE.height);
      expect(columns * fontSize * TILE.width).toBeLessThanOrEqual(wide + 0.001);
      expect(rows * fontSize * TILE.height).toBeLessThanOrEqual(high + 0.001);
    }),
  );
});

test('tiles are not smaller in a larger room, and not larger if there are more of them', () => {
  fc.assert(
    fc.property(tiles, room, (count, size) => {
      const { fontSize } = layoutTiles(count, size, 1080);
      const larger = { width: size.width * 1.2, height: size.height * 1.2 };
      expect(layoutTiles(count, larger, 1080).fontSize).toBeGreaterThanOrEqual(fontSize);
      expect(layoutTiles(count + 1, size, 1080).fontSize).toBeLessThanOrEqual(fontSize);
    }),
  );
});

test('all tiles are shown in order, and each of several pages has red ones while there are enough', () => {
  const given = fc.record({
    reds: fc.integer({ min: 0, max: 120 }),
    others: fc.integer({ min: 0, max: 120 }),
    places: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(given, ({ reds, others, places }) => {
      const tiles = Array.from({ length: reds + others }, (_, index) => index);
      const pages = divideTiles(tiles, reds, places);
      expect(new Set(pages.flat()).size).toBe(tiles.length);
      for (const page of pages) {
        expect(page.length).toBeLessThanOrEqual(places);
        expect(page).toEqual(page.toSorted((a, b) => a - b));
        if (reds >= pages.length || (reds > 0 && reds <= places / 2)) expect(page[0]).toBeLessThan(reds);
      }
    }),
  );
});

test('few red tiles are on each page, and many are shared equally', () => {
  const redsOnPages = (reds: number) => {
    const tiles = Array.from({ length: 90 }, (_, index) => index);
    return divideTiles(tiles, reds, 30).map((page) => page.filter((tile) => tile < reds).length);
  };
  expect(redsOnPages(5)).toEqual([5, 5, 5, 5]);
  expect(redsOnPages(20)).toEqual(Array(7).fill(20));
  expect(redsOnPages(75)).toEqual([25, 25, 25]);
});

test('twice the pixels show the same arrangement in twice the size', () => {
  const hd = layoutTiles(300, { width: 1500, height: 800 }, 1080);
  const uhd = layoutTiles(300, { width: 3000, height: 1600 }, 2160);
  expect(uhd).toEqual({ ...hd, fontSize: 2 * hd.fontSize });
});

test('pages follow each other every 20 seconds, and begin again', () => {
  const shown = [0, 1, 2, 3, 4].map((turn) => pageAt(turn * PAGE_MS + 19_999, 3));
  expect(shown).toEqual([0, 1, 2, 0, 1]);
  expect(pageAt(Date.now(), 1)).toBe(0);
});
