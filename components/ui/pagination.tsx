import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type LucideIcon } from 'lucide-react';
import type { Route } from 'next';
import { useState } from 'react';
import { formatInteger } from '@/lib/text/format';
import { buttonClass } from './button';
import { Link } from './link';
import { isComposing } from './typed-character';

/** The pager: "26–50 of 1,204", page size, links to first, previous, next and last page, and a page field. */
export function Pagination(props: {
  page: number;
  perPage: number;
  total: number;
  /** What is counted, when it is not the rows. */
  unit?: string | undefined;
  sizes: readonly number[];
  hrefOf: (page: number) => Route;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
}) {
  const { page, perPage, total, unit = '', sizes, hrefOf, onPage, onPerPage } = props;
  const last = Math.max(1, Math.ceil(total / perPage));
  const from = (page - 1) * perPage + 1;
  const range =
    total < from
      ? `0 of ${formatInteger(total)}`
      : `${formatInteger(from)}–${formatInteger(Math.min(total, page * perPage))} of ${formatInteger(total)}`;
  const sizeChoices = sizes.includes(perPage) ? sizes : [...sizes, perPage].sort((a, b) => a - b);
  const isOnly = last === 1 && page === 1;
  const link = (to: number, label: string, Icon: LucideIcon, shortcut?: string) => (
    <Link
      href={hrefOf(to)}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={shortcut ? `${label} (${shortcut})` : label}
      // Stays a link at the ends of the list, because an element without href would lose the focus.
      aria-disabled={to === page}
      onNavigate={(event) => {
        event.preventDefault();
        if (to !== page) onPage(to);
      }}
      className={buttonClass('outline', true)}
    >
      <Icon />
    </Link>
  );
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-2 text-ink-2 max-sm:justify-between">
      <span translate="no" className="sm:mr-auto">
        {`${range}${unit}`}
      </span>
      {total <= Math.min(...sizes) && isOnly ? null : (
        <select
          aria-label="Rows per page"
          value={perPage}
          onChange={(event) => onPerPage(Number(event.target.value))}
          className="h-[30px] rounded-md border border-line bg-surface px-2 text-ink-2 text-sm hover:border-line-strong"
        >
          {sizeChoices.map((size) => (
            <option key={size} value={size}>
              {size} per page
            </option>
          ))}
        </select>
      )}
      {isOnly ? null : (
        <div className="flex items-center gap-1 max-sm:mx-auto">
          {link(1, 'First page', ChevronsLeft)}
          {link(Math.max(1, Math.min(page - 1, last)), 'Previous page', ChevronLeft, '[')}
          <PageField page={page} last={last} onPage={onPage} />
          {link(Math.max(page, Math.min(page + 1, last)), 'Next page', ChevronRight, ']')}
          {link(Math.max(page, last), 'Last page', ChevronsRight)}
        </div>
      )}
    </nav>
  );
}

/** A field for the page number, applied on Enter and on blur; invalid input resets it. */
function PageField({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  /** Typed text that has not been applied; null while the field shows the current page. */
  const [typed, setTyped] = useState<string | null>(null);
  const apply = () => {
    if (typed === null) return;
    setTyped(null);
    const newPage = Math.min(Number(typed), last);
    if (Number.isInteger(newPage) && newPage >= 1 && newPage !== page) onPage(newPage);
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
      <span>{`of ${formatInteger(last)}`}</span>
    </label>
  );
}
