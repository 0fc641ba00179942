import type { ReactNode } from 'react';
import { tilesOnPage } from './layout-tiles';
import type { useTilePages } from './use-tile-pages';

interface WallTilesProps {
  /** The label of the tiles, for screen readers. */
  label: string;
  shown: ReturnType<typeof useTilePages>;
  tiles: readonly { key: string; tile: ReactNode }[];
}

/** The tiles of one page, as large as they can be. */
export function WallTiles({ label, shown: { ref, layout, turns, page }, tiles }: WallTilesProps) {
  return (
    <div ref={ref} className="relative min-h-[10em] min-w-0 flex-1">
      {layout === null ? null : (
        <ul
          aria-label={label}
          className="absolute inset-0 grid gap-[0.35em]"
          style={{
            fontSize: `${layout.fontSize}px`,
            gridTemplateColumns: `repeat(${layout.columns}, minmax(0, 1fr))`,
            gridTemplateRows: `repeat(${layout.rows}, minmax(0, 1fr))`,
          }}
        >
          {tilesOnPage(tiles, turns, page).map(({ key, tile }) => (
            <li key={key} className="flex min-h-0 min-w-0">
              {tile}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
