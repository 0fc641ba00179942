/** The size of a tile with the gap to the next one, in units of its font size. */
export const TILE = { width: 13.5, height: 5 };
/** The font size of tiles, as a share of the shorter side of the window: legible from four metres, and one huge tile. */
const FONT_SHARE = { min: 0.02, max: 0.09 };
/** Smaller text is not legible on a phone either, CSS pixels. */
const FONT_MIN = 14;

/** The arrangement of the tiles of one page, without scrolling. */
export interface TileLayout {
  columns: number;
  rows: number;
  /** CSS pixels. */
  fontSize: number;
}

/**
 * Arranges tiles as large as they can be. Where they would be too small to read, they are divided into pages. Pure.
 *
 * @param room the size of the area of the tiles, CSS pixels
 * @param side the shorter side of the window, CSS pixels
 */
export function layoutTiles(
  count: number,
  room: { width: number; height: number },
  side: number,
): TileLayout {
  const smallest = Math.max(FONT_MIN, FONT_SHARE.min * side);
  const largest = Math.max(smallest, FONT_SHARE.max * side);
  let best: TileLayout = { columns: 1, rows: 1, fontSize: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const fontSize = Math.min(room.width / (columns * TILE.width), room.height / (rows * TILE.height));
    if (fontSize > best.fontSize) best = { columns, rows, fontSize };
  }
  if (best.fontSize >= smallest) return { ...best, fontSize: Math.min(best.fontSize, largest) };
  const columns = Math.max(1, Math.floor(room.width / (smallest * TILE.width)));
  const rows = Math.max(1, Math.floor(room.height / (smallest * TILE.height)));
  return { columns, rows, fontSize: smallest };
}

/** How many red and how many other tiles a page has. Both kinds take turns on their places. */
export interface Turns {
  /** Number of red tiles, which are the first; 0 also where all tiles are treated alike. */
  reds: number;
  redsOnPage: number;
  othersOnPage: number;
  pages: number;
}

/**
 * Divides tiles into pages so that each page has red ones: they get two thirds of its places, or what the others leave. Pure.
 *
 * @param reds the number of red tiles among `count`; `places`: tiles that fit on a page, at least 1
 */
export function divideTiles(count: number, reds: number, places: number): Turns {
  const others = count - reds;
  if (count <= places || reds === 0 || others === 0 || places === 1)
    return { reds: 0, redsOnPage: 0, othersOnPage: places, pages: Math.max(1, Math.ceil(count / places)) };
  const share = Math.min(places - 1, Math.ceil((places * 2) / 3));
  const redsOnPage = Math.min(reds, Math.max(share, places - others));
  const othersOnPage = places - redsOnPage;
  const pages = Math.max(Math.ceil(reds / redsOnPage), Math.ceil(others / othersOnPage));
  return { reds, redsOnPage, othersOnPage, pages };
}

/** Returns the tiles of a page, red ones first. A kind that needs fewer pages begins again. @param tiles red ones first */
export function tilesOnPage<T>(tiles: readonly T[], turns: Turns, page: number): T[] {
  const { reds, redsOnPage, othersOnPage } = turns;
  const turn = (kind: readonly T[], places: number) => {
    const from = pageIn(page, Math.ceil(kind.length / places)) * places;
    return kind.slice(from, from + places);
  };
  return [...turn(tiles.slice(0, reds), redsOnPage), ...turn(tiles.slice(reds), othersOnPage)];
}

const pageIn = (page: number, pages: number) => (pages > 0 ? page % pages : 0);

/** How long a page is shown, milliseconds. */
export const PAGE_MS = 20_000;

/** The number of the page that is shown at a time, from 0, so that all walls turn together. @param now epoch milliseconds */
export function pageAt(now: number, pages: number): number {
  return Math.floor(now / PAGE_MS) % pages;
}
