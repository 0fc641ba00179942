'use client';

import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type IconNode } from 'lucide';
import { useState } from 'react';
import { formatInteger } from '@/lib/format';
import { Button } from './button';
import { isComposing } from './composing';
import { Icon } from './icon';

interface PaginationProps {
  page: number;
  perPage: number;
  total: number;
  sizes: readonly number[];
  /** The keys that do the same as the two buttons. */
  keys: { previous: string; next: string };
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
}

/** "26–50 of 1,204", page size, first, previous, next, last and a field for the page. */
export function Pagination({ page, perPage, total, sizes, keys, onPage, onPerPage }: PaginationProps) {
  const last = Math.max(1, Math.ceil(total / perPage));
  const from = (page - 1) * perPage + 1;
  const range =
    total < from
      ? `0 of ${formatInteger(total)}`
      : `${formatInteger(from)}–${formatInteger(Math.min(total, page * perPage))} of ${formatInteger(total)}`;
  const sizeChoices = sizes.includes(perPage) ? sizes : [...sizes, perPage].sort((a, b) => a - b);
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-2 text-ink-2">
      <span className="mr-auto">{range}</span>
      <select
        aria-label="Rows on a page"
        value={perPage}
        onChange={(event) => onPerPage(Number(event.target.value))}
        className="h-[30px] rounded-md border border-line bg-surface px-2 text-ink-2 text-sm hover:border-line-strong"
      >
        {sizeChoices.map((size) => (
          <option key={size} value={size}>
            {size} a page
          </option>
        ))}
      </select>
      <div className="flex items-center gap-1">
        <Turn to={1} label="First page" icon={ChevronsLeft} isOff={page <= 1} onPage={onPage} />
        <Turn
          to={Math.min(page - 1, last)}
          label="Previous page"
          shortcut={keys.previous}
          icon={ChevronLeft}
          isOff={page <= 1}
          onPage={onPage}
        />
        <PageField page={page} last={last} onPage={onPage} />
        <Turn
          to={page + 1}
          label="Next page"
          shortcut={keys.next}
          icon={ChevronRight}
          isOff={page >= last}
          onPage={onPage}
        />
        <Turn to={last} label="Last page" icon={ChevronsRight} isOff={page >= last} onPage={onPage} />
      </div>
    </nav>
  );
}

interface TurnProps {
  to: number;
  label: string;
  /** The key that does the same. */
  shortcut?: string;
  icon: IconNode;
  isOff: boolean;
  onPage: (page: number) => void;
}

function Turn({ to, label, shortcut, icon, isOff, onPage }: TurnProps) {
  return (
    <Button
      square
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={shortcut && `${label}  ${shortcut}`}
      // Not `disabled`: at the end of the list the button would lose the focus that led there.
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onPage(to);
      }}
    >
      <Icon of={icon} />
    </Button>
  );
}

/** Takes effect on Enter or when left; what is not a page puts the present one back. */
function PageField({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  /** What is typed and not in effect yet; null while the field shows the page. */
  const [typed, setTyped] = useState<string | null>(null);
  const apply = () => {
    if (typed === null) return;
    setTyped(null);
    const wanted = Math.min(Number(typed), last);
    if (Number.isInteger(wanted) && wanted >= 1 && wanted !== page) onPage(wanted);
  };
  return (
    <label className="flex items-center gap-1.5 px-1">
      <span className="max-sm:sr-only">Page</span>
      <input
        type="text"
        inputMode="numeric"
        value={typed ?? page}
        aria-label={`Page, of ${last}`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) apply();
        }}
        className="h-[30px] w-12 rounded-md border border-line bg-surface text-center text-ink"
      />
      <span>of {formatInteger(last)}</span>
    </label>
  );
}
