import { usePreferences } from '@/components/ui/preferences';
import { rowHeights } from './table/monitor-table';

/** The widths of the columns as shares of the row: condition, name, type, target, and others. */
const widths = ['w-[7%]', 'w-[18%]', 'w-[4%]', 'w-[24%]', 'w-[3%]', 'w-[5%]', 'w-[6%]', 'w-[8%]'];

/** The placeholder of the table during the first load, with its height, so that nothing shifts. It has no animation. */
export function ListPlaceholder({ rows }: { rows: number }) {
  const [{ density }] = usePreferences();
  return (
    <>
      <p role="status" className="sr-only">
        Loading monitors…
      </p>
      <div
        aria-hidden
        style={{ '--row': `${rowHeights[density]}px` }}
        className="rounded-lg border border-line bg-surface"
      >
        <div className="h-8 rounded-t-lg border-line border-b bg-raised max-sm:hidden" />
        {Array.from({ length: rows }, (_, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never reordered.
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
    </>
  );
}
