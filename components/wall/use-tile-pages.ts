import { useCallback, useState } from 'react';
import { useTicking } from '@/components/ui/clock';
import { layoutTiles, pageAt, type TileLayout } from './layout-tiles';

/**
 * Measures the space for tiles and divides them into pages, which change automatically.
 *
 * @returns `ref` is for the element that contains the tiles; `layout` is null before it was measured; `page` counts
 * from 0;   `hold` goes to a page and stays there, with null the pages change again
 */
export function useTilePages(count: number) {
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
  const pages = layout?.pages ?? 1;
  const turned = useTicking((now) => pageAt(now, pages));
  const page = held === null ? turned : ((held % pages) + pages) % pages;
  return { ref, layout, pages, page, isHeld: held !== null, hold };
}
