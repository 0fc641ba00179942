import { usePreferences } from '@/components/ui/preferences';
import { rowHeights } from './table/monitor-table';

/** What stands in place of the rows while nothing has been read. @param rows how many there will be */
export function ListPlaceholder({ rows }: { rows: number }) {
  return (
    <>
      <p role="status" className="sr-only">
        Loading monitors…
      </p>
      <ListSkeleton rows={rows} />
    </>
  );
}

/** Shares of a row's width, as the columns have them: condition, name, type, target, the rest. */
const widths = ['w-[7%]', 'w-[18%]', 'w-[4%]', 'w-[24%]', 'w-[3%]', 'w-[5%]', 'w-[6%]', 'w-[8%]'];

/** The place of the rows while nothing at all is known: as high as they will be, so that nothing jumps. It stands still. */
function ListSkeleton({ rows }: { rows: number }) {
  const [{ density }] = usePreferences();
  return (
    <div
      aria-hidden
      style={{ '--row': `${rowHeights[density]}px` }}
      className="rounded-lg border border-line bg-surface"
    >
      <div className="h-8 rounded-t-lg border-line border-b bg-raised max-sm:hidden" />
      {Array.from({ length: rows }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike, and never move.
          key={index}
          className={`flex h-[57px] items-center gap-[2%] border-line border-b px-3.5 last:border-b-0 sm:h-(--row)`}
        >
          {widths.map((width) => (
            <span
              key={width}
              className={`h-2 rounded-full bg-line max-sm:w-[40%] ${width} not-first:not-nth-2:max-sm:hidden`}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
