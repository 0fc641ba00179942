'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { formatInteger } from '@/lib/format';
import { flagFacets, manyFacets, manyOptions } from './facet-options';
import type { useMonitorsUrl } from './use-monitors-url';

interface EmptyListProps {
  view: ReturnType<typeof useMonitorsUrl>;
  total: number;
  /** Not all monitors have been read yet. */
  reading: boolean;
}

/** Why there are no rows, and what to do: past the end, nothing matches, not read yet, or nothing there at all. */
export function EmptyList({ view, total, reading }: EmptyListProps) {
  const { query } = view;
  if (total > 0) {
    return (
      <Empty
        title={`There is no page ${formatInteger(query.page)}`}
        text={`${formatInteger(total)} monitors match; the list ends before this page.`}
      >
        <Button onClick={() => view.setPage(1)}>Go to the first page</Button>
      </Empty>
    );
  }
  if (view.isFiltered) {
    return (
      <Empty
        title="No monitor matches"
        text={
          reading
            ? 'Not among those read so far; the rest is on its way.'
            : 'Nothing fits all of these. Drop one:'
        }
      >
        {filtersOf(view).map(({ name, drop }) => (
          <Button key={name} onClick={drop}>
            {name}
          </Button>
        ))}
        <Button look="ghost" onClick={view.clear}>
          Clear all
        </Button>
      </Empty>
    );
  }
  if (reading)
    return <Empty title="Reading the monitors" text="The first ones appear here as soon as they arrive." />;
  return (
    <Empty
      title="No monitors yet"
      text="This organization has no monitors. They are created in the monitoring service's own dashboard and appear here by themselves."
    />
  );
}

/** Each filter that is set, by name, and how to drop it. */
function filtersOf(view: EmptyListProps['view']): { name: string; drop: () => void }[] {
  const { url } = view;
  const search = url.q === '' ? [] : [{ name: `Search “${url.q}”`, drop: () => void view.search('') }];
  const many = manyFacets
    .filter(({ facet }) => url[facet].length > 0)
    .map(({ facet, label }) => {
      const words = manyOptions(facet, {}, url[facet]).map(
        (option) => `${option.chosen === 'excluded' ? 'not ' : ''}${option.label}`,
      );
      return { name: `${label}: ${words.join(', ')}`, drop: () => void view.only(facet, null) };
    });
  const flags = flagFacets
    .filter(({ facet }) => url[facet] !== null)
    .map(({ facet, label }) => ({
      name: `${label}: ${url[facet] === 'true' ? 'yes' : 'no'}`,
      drop: () => void view.setFlag(facet, null),
    }));
  return [...search, ...many, ...flags];
}

function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-16 text-center">
      <h2 className="font-semibold text-lg">{title}</h2>
      <p className="max-w-md text-ink-2">{text}</p>
      <div className="flex flex-wrap justify-center gap-2">{children}</div>
    </div>
  );
}
