'use client';

import { ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { Button, buttonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { Link } from '@/components/ui/link';
import { PopupButton } from '@/components/ui/on-demand';
import { onAnyKeyboard } from '@/components/ui/typed-character';
import { useKeyTitle } from '@/components/ui/use-key-title';
import { monthAfter, monthOf } from '@/lib/contract/report-month';
import { monthLabel, reportSearch } from './report-messages';

const loadExport = () => import('@/components/monitor-list/files-panel').then((file) => file.FilesPanel);

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
        kind="menu"
        load={loadExport}
        panel={{ path: '/api/report/export' as const, search: reportSearch(search, month) }}
        title="Export these figures as CSV or JSON"
        className={buttonClass()}
      >
        <Download />
        Export
      </PopupButton>
    </div>
  );
}
