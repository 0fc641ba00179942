import type { ReactNode } from 'react';

// Tables of a report. On a phone each row is a block; on paper the heading is repeated on each page, and no row is cut.

export const tableClass = 'w-full table-fixed max-sm:block';
export const headingClass = 'px-3 py-2 text-left align-bottom font-medium text-ink-3 text-xs first:pl-4';
export const rowClass =
  'break-inside-avoid border-line not-last:border-b max-sm:block max-sm:py-1.5 hover:bg-raised';
export const cellClass =
  'px-3 py-1.5 align-top first:pl-4 max-sm:block max-sm:px-3 max-sm:py-0.5 max-sm:first:pl-3';

/** A cell that has the name of its column before it where there is no heading. */
export function LabelledCell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td
      data-label={label}
      className={`${cellClass} text-ink max-sm:before:text-ink-3 max-sm:before:content-[attr(data-label)_':_']`}
    >
      {children}
    </td>
  );
}
