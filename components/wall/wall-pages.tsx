import { type ReactNode, useCallback, useState } from 'react';
import { useTicking } from '@/components/ui/clock';
import { useCommands } from '@/components/ui/commands';
import { Control, hiddenWhileIdle } from './wall-controls';

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

/**
 * Divides tiles into pages. Red ones are on each page if they fit on two thirds of it; otherwise each page has an equal
 * share of them. Pure.
 *
 * @param tiles the red ones first
 * @param reds the number of red tiles; `places`: tiles that fit on a page, at least 1
 */
export function divideTiles<T>(tiles: readonly T[], reds: number, places: number): T[][] {
  const onEach = reds <= (places * 2) / 3 ? reds : 0;
  const rest = tiles.slice(onEach);
  const pages = Math.max(1, Math.ceil(rest.length / (places - onEach)));
  return Array.from({ length: pages }, (_, page) => [
    ...tiles.slice(0, onEach),
    ...rest.filter((_tile, index) => index % pages === page),
  ]);
}

/** How long a page is shown, milliseconds. */
export const PAGE_MS = 20_000;

/** The number of the page that is shown at a time, from 0, so that all walls turn together. @param now epoch milliseconds */
export function pageAt(now: number, pages: number): number {
  return Math.floor(now / PAGE_MS) % pages;
}

interface KeyedTile {
  key: string;
  tile: ReactNode;
}

/**
 * Measures the space for tiles and divides them into pages, which change automatically.
 *
 * @param tiles red ones first
 * @param reds the number of red tiles
 * @returns `ref` is for the element that contains the tiles; `layout` is null before it was measured; `page` counts from 0;
 *   `hold` goes to a page and stays there, with null the pages change again
 */
export function useTilePages(tiles: readonly KeyedTile[], reds: number) {
  const [layout, setLayout] = useState<TileLayout | null>(null);
  const [held, hold] = useState<number | null>(null);
  const count = tiles.length;
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      const measure = () => {
        const room = { width: element.clientWidth, height: element.clientHeight };
        setLayout(layoutTiles(count, room, Math.min(window.innerWidth, window.innerHeight)));
      };
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => {
        observer.disconnect();
        setLayout(null);
      };
    },
    [count],
  );
  const pages = divideTiles(tiles, reds, layout === null ? Math.max(1, count) : layout.columns * layout.rows);
  const turned = useTicking((now) => pageAt(now, pages.length));
  const page = held === null ? turned : ((held % pages.length) + pages.length) % pages.length;
  return { ref, layout, pages, page, isHeld: held !== null, hold };
}

/** Shows the number of the page of tiles, and holds the page or changes it. */
export function PageTurner({
  shown: { page, pages, isHeld, hold },
}: {
  shown: ReturnType<typeof useTilePages>;
}) {
  const toggle = () => hold(isHeld ? null : page);
  useCommands(() => [
    { keys: 'p', label: 'Hold the page', group: 'Wall', run: toggle },
    { keys: 'ArrowRight', label: 'Next page', group: 'Wall', run: () => hold(page + 1) },
    { keys: 'ArrowLeft', label: 'Previous page', group: 'Wall', run: () => hold(page - 1) },
  ]);
  return (
    <p className="flex items-center gap-[0.8em] font-semibold text-ink">
      <span>
        Page {page + 1} of {pages.length}
      </span>
      <span className={isHeld ? '' : hiddenWhileIdle}>
        <Control keys="p" onClick={toggle} aria-pressed={isHeld}>
          Hold
        </Control>
      </span>
    </p>
  );
}
