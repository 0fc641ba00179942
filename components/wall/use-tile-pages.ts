import { useCallback, useState } from 'react';
import { useTicking } from '@/components/ui/clock';
import { divideTiles, layoutTiles, pageAt, type TileLayout } from './layout-tiles';

/**
 * Measures the space for tiles and divides them into pages, which change automatically.
 *
 * @param reds the number of red tiles, which come first
 * @returns `ref` is for the element that contains the tiles; `layout` is null before it was measured; `page` counts
 * from 0;   `hold` goes to a page and stays there, with null the pages change again
 */
export function useTilePages(count: number, reds: number) {
  const [layout, setLayout] = useState<TileLayout | null>(null);
  const [held, hold] = useState<number | null>(null);
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
  const turns = divideTiles(count, reds, layout === null ? count : layout.columns * layout.rows);
  const { pages } = turns;
  const turned = useTicking((now) => pageAt(now, pages));
  const page = held === null ? turned : ((held % pages) + pages) % pages;
  return { ref, layout, turns, pages, page, isHeld: held !== null, hold };
}
