import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutTiles, PAGE_MS, pageAt, TILE } from './layout-tiles';

const tiles = fc.integer({ min: 1, max: 500 });
const room = fc.record({
  width: fc.integer({ min: 280, max: 3840 }),
  height: fc.integer({ min: 100, max: 2160 }),
});

test('all tiles have a place, and no tile is larger than its place', () => {
  fc.assert(
    fc.property(tiles, room, fc.integer({ min: 320, max: 2160 }), (count, size, side) => {
      const { columns, rows, pages, fontSize } = layoutTiles(count, size, side);
      expect(columns * rows * pages).toBeGreaterThanOrEqual(count);
      expect(columns * rows * (pages - 1)).toBeLessThan(count);
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
