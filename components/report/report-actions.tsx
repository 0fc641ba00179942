'use client';

import { ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { ErrorScreen } from '@/components/errors/error-screen';
import { useStoredViews } from '@/components/monitor-list/saved-views/saved-views';
import { useTeamViews } from '@/components/monitor-list/saved-views/team-views';
import { Button, buttonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { useKeyTitle } from '@/components/ui/key-caps';
import { Link } from '@/components/ui/link';
import { PopupButton } from '@/components/ui/on-demand';
import { onAnyKeyboard } from '@/components/ui/typed-character';
import type { ErrorBody } from '@/lib/contract/error';
import { knownParameters } from '@/lib/contract/query-parameters';
import { monthAfter, monthOf, reportQuerySchema } from '@/lib/contract/report';
import { type ReportLayout, reportHref, reportSearch, TITLE_MAX } from './report-layout';
import { monthLabel } from './report-messages';

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

interface Shown {
  month: string;
  /** The query of the report other than the month. */
  search: string;
  layout: ReportLayout;
}

/** A title of the viewer's own, which is printed above the report. It is kept in the URL. */
export function ReportTitle({ month, search, layout }: Shown) {
  const router = useRouter();
  return (
    <input
      key={layout.title}
      aria-label="Title of your own"
      placeholder="Add a title, for paper too"
      defaultValue={layout.title}
      maxLength={TITLE_MAX}
      onBlur={({ target }) => {
        const title = target.value.trim();
        if (title !== layout.title) router.replace(reportHref(search, month, { ...layout, title }));
      }}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      className="-mx-1 w-full rounded-sm px-1 font-semibold text-ink text-xl placeholder:font-normal placeholder:text-ink-3 placeholder:text-sm print:placeholder-shown:hidden"
    />
  );
}

/**
 * The months before and after, printing, and the files.
 *
 * @param props.first the first month that was observed; null: none
 * @param props.now epoch ms
 */
export function ReportActions(props: Shown & { first: string | null; now: number }) {
  const { month, search, layout, first, now } = props;
  const router = useRouter();
  const keyTitle = useKeyTitle();
  const hrefOf = (shown: string) => reportHref(search, shown, layout);
  const hasData = (shown: string) => first !== null && shown >= first && shown <= monthOf(now);
  const months = [
    { shown: monthAfter(month, -1), key: '[', label: 'Previous month' },
    { shown: monthAfter(month, 1), key: ']', label: 'Next month' },
  ];
  useCommands(() =>
    months.map(({ shown, key, label }) => ({
      keys: onAnyKeyboard(key),
      label,
      group: 'Report',
      inPalette: true,
      run: () => router.push(hrefOf(shown)),
      when: () => hasData(shown),
    })),
  );
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <ViewChoice search={search} onChoose={(chosen) => router.push(reportHref(chosen, month, layout))} />
      <nav aria-label="Months" className="flex flex-wrap gap-2 empty:hidden">
        {months.map(({ shown, key, label }) =>
          hasData(shown) ? (
            <Link key={key} href={hrefOf(shown)} title={keyTitle(label, key)} className={buttonClass()}>
              {key === '[' ? <ChevronLeft /> : null}
              {monthLabel(shown)}
              {key === ']' ? <ChevronRight /> : null}
            </Link>
          ) : null,
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
