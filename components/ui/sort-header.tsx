'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

/** The heading of a column that can be sorted by: a button with the present direction beside it. */
export function SortHeader(props: {
  children: ReactNode;
  direction: 'asc' | 'desc' | null;
  align?: 'end' | undefined;
  /** What pressing it does. */
  hint: string;
  onSort: () => void;
}) {
  const { children, direction, align, hint, onSort } = props;
  const Arrow = direction === 'desc' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={onSort}
      title={hint}
      className={`group/sort -mx-1 inline-flex h-6 max-w-[calc(100%+8px)] items-center gap-1 rounded-sm px-1 align-middle hover:text-ink ${align === 'end' ? 'flex-row-reverse' : ''} ${direction ? 'text-ink' : ''}`}
    >
      <span className="truncate">{children}</span>
      <Arrow
        className={`size-3 shrink-0 ${direction ? '' : 'opacity-0 group-hover/sort:opacity-40 group-focus-visible/sort:opacity-40'}`}
      />
    </button>
  );
}
