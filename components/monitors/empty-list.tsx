'use client';

import { Button } from '@/components/ui/button';
import type { MonitorsQuery } from '@/lib/contract/monitors-query';
import { formatInteger } from '@/lib/format';

interface EmptyListProps {
  query: MonitorsQuery;
  total: number;
  onClear: () => void;
  onFirstPage: () => void;
}

/** Why there are no rows, and what to do: past the end, nothing matches, or nothing there at all. */
export function EmptyList({ query, total, onClear, onFirstPage }: EmptyListProps) {
  if (total > 0) {
    return (
      <Empty
        title={`There is no page ${formatInteger(query.page)}`}
        text={`${formatInteger(total)} monitors match; the list ends before this page.`}
      >
        <Button onClick={onFirstPage}>Go to the first page</Button>
      </Empty>
    );
  }
  if (query.type || query.is_active) {
    const filters = [
      query.type && `type ${query.type}`,
      query.is_active && (query.is_active === 'true' ? 'active' : 'inactive'),
    ].filter(Boolean);
    return (
      <Empty title="No monitor matches" text={`The list is filtered by ${filters.join(' and ')}.`}>
        <Button onClick={onClear}>Clear the filters</Button>
      </Empty>
    );
  }
  return (
    <Empty
      title="No monitors yet"
      text="This organization has no monitors. They are created in the monitoring service's own dashboard and appear here by themselves."
    />
  );
}

function Empty({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-16 text-center">
      <h2 className="font-semibold text-lg">{title}</h2>
      <p className="max-w-md text-ink-2">{text}</p>
      {children}
    </div>
  );
}
