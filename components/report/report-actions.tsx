'use client';

import { ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { ErrorScreen } from '@/components/errors/error-screen';
import { useStoredViews, useTeamViews } from '@/components/monitor-list/saved-views/saved-views';
import { Button, buttonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { useKeyTitle } from '@/components/ui/key-caps';
import { Link } from '@/components/ui/link';
import { PopupButton } from '@/components/ui/on-demand';
import { onAnyKeyboard } from '@/components/ui/typed-character';
import type { ErrorBody } from '@/lib/contract/error';
import { knownParameters } from '@/lib/contract/query-parameters';
import { monthAfter, monthOf, reportQuerySchema } from '@/lib/contract/report';
import { monthLabel, reportSearch } from './report-messages';

const loadExport = () => import('@/components/export/export-panel').then((file) => file.ExportPanel);

/** Why there is no report. */
export function ReportFailure({ failure }: { failure: ErrorBody }) {
  const router = useRouter();
  return (
    <main className="px-4 max-sm:px-3">
      <ErrorScreen failure={failure} onRetry={() => router.refresh()} onDue={() => router.refresh()} />
    </main>
  );
}

/**
 * The months before and after, printing, and the files.
 *
 * @param props.search the query of the report other than the month
 * @param props.now epoch ms
 */
export function ReportActions({ month, search, now }: { month: string; search: string; now: number }) {
  const router = useRouter();
  const keyTitle = useKeyTitle();
  const hrefOf = (shown: string) => `/report?${reportSearch(search, shown)}` as Route;
  const [previous, next] = [monthAfter(month, -1), monthAfter(month, 1)];
  const isLast = month >= monthOf(now);
  useCommands(() => [
    {
      ...{ keys: onAnyKeyboard('['), label: 'Previous month', group: 'Report' as const, inPalette: true },
      run: () => router.push(hrefOf(previous)),
    },
    {
      ...{ keys: onAnyKeyboard(']'), label: 'Next month', group: 'Report' as const, inPalette: true },
      run: () => router.push(hrefOf(next)),
      when: () => !isLast,
    },
  ]);
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <ViewChoice
        search={search}
        onChoose={(chosen) => router.push(`/report?${reportSearch(chosen, month)}` as Route)}
      />
      <nav aria-label="Months" className="flex flex-wrap gap-2">
        <Link href={hrefOf(previous)} title={keyTitle('Previous month', '[')} className={buttonClass()}>
          <ChevronLeft />
          {monthLabel(previous)}
        </Link>
        {isLast ? null : (
          <Link href={hrefOf(next)} title={keyTitle('Next month', ']')} className={buttonClass()}>
            {monthLabel(next)}
            <ChevronRight />
          </Link>
        )}
      </nav>
      <Button onClick={() => window.print()}>
        <Printer />
        Print
      </Button>
      <PopupButton
        kind="dialog"
        load={loadExport}
        panel={{
          from: '/api/report/export',
          contents: [
            { label: 'Monitors', hint: 'With their figures', search: reportSearch(search, month) },
            {
              label: 'Outages',
              hint: 'All that were seen',
              search: `${reportSearch(search, month)}&rows=outages`,
            },
          ],
        }}
        title="Export these figures as CSV or JSON"
        className={buttonClass()}
      >
        <Download />
        Export
      </PopupButton>
    </div>
  );
}

/** The filters of a stored view that a report takes. */
function reportFilters(search: string): string {
  const filters = knownParameters(reportQuerySchema, new URLSearchParams(search));
  filters.delete('view');
  return filters.toString();
}

/** The views of the team and of this browser, as the monitors of the report. */
function ViewChoice({ search, onChoose }: { search: string; onChoose: (search: string) => void }) {
  const team = useTeamViews().views.map(
    ({ name }) => [name, `${new URLSearchParams({ view: name })}`] as const,
  );
  const own = useStoredViews().map((view) => [view.name, reportFilters(view.search)] as const);
  const choices = [['All monitors', ''] as const, ...team, ...own];
  const isListed = choices.some(([, choice]) => choice === search);
  return (
    <label className="flex items-center gap-2 text-ink-2">
      View
      <select
        value={search}
        onChange={({ target }) => onChoose(target.value)}
        className="h-[30px] max-w-60 rounded-md border border-line bg-surface px-2 text-ink"
      >
        {isListed ? null : <option value={search}>These filters</option>}
        {choices.map(([name, choice]) => (
          <option key={`${name} ${choice}`} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
