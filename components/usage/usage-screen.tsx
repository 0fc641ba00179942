'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleHelp, CloudOff, HardDrive, OctagonX, TriangleAlert } from 'lucide-react';
import { errorTitle } from '@/components/errors/explain-error';
import { failureOf } from '@/components/errors/failure';
import { Age } from '@/components/ui/age';
import { useNow } from '@/components/ui/clock';
import { LiveRegion } from '@/components/ui/live-region';
import { Notice } from '@/components/ui/notice';
import { type TimeZone, useTimeZone } from '@/components/ui/time-zone';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';
import { type StorageEngine, storageExplanations } from '@/lib/contract/storage-problems';
import type { StorageReport, Usage } from '@/lib/contract/usage';
import { formatInteger } from '@/lib/text/format';
import { AccessPanel, AdministratorsPanel } from './access-panel';
import { RequestRate } from './request-rate';
import { Spending } from './spending';
import { noCountersMessage, paceMessage, settingsReadingMessage } from './usage-messages';
import { statusLabel, type UsageWindow, usageWindows, WindowMeter } from './usage-windows';

export function UsageScreen() {
  const { data, error } = useQuery(usageQuery(useRequestContext()));
  const now = useNow();
  const timeZone = useTimeZone();
  if (!data) return <main className="px-4 py-6 text-ink-2 max-sm:px-3">Loading usage…</main>;
  return (
    <>
      <LiveRegion>
        <UsageNotice data={data} error={error} />
      </LiveRegion>
      <LiveRegion>
        <StorageNotice storage={data.storage} engine={data.replicas.storage} />
      </LiveRegion>
      <main className="flex flex-col gap-4 px-4 py-4 max-sm:px-3">
        <h1 className="pt-1 font-semibold text-ink text-xl">Usage</h1>
        <div className="grid gap-4 max-md:gap-3 md:grid-cols-3">
          {usageWindows(data).map((window) => (
            <WindowCard key={window.key} window={window} data={data} />
          ))}
        </div>
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_380px]">
          <RequestRate data={data} />
          <Spending data={data} />
        </div>
        <p id="settings" className="text-ink-3 text-xs">
          {settingsReadingMessage(data.settings, now, timeZone)}
        </p>
        <AccessPanel data={data} />
        <AdministratorsPanel data={data} />
      </main>
    </>
  );
}

const styles = {
  neutral: { ink: 'text-ink-3', icon: null },
  warning: { ink: 'font-medium text-overdue', icon: TriangleAlert },
  critical: { ink: 'font-medium text-down', icon: OctagonX },
  unknown: { ink: 'text-ink-3', icon: CircleHelp },
} as const;

/** How long a quota lasts at this rate; null for the minute, and for a quota that is used up. */
function forecastOf(key: UsageWindow['key'], data: Usage['data'], now: number, timeZone: TimeZone) {
  if (key === 'rate_limit' || data[key].remaining === 0) return null;
  return paceMessage(data, key, now, timeZone);
}

/** A card of one window: remaining requests, status, meter and reset. All windows have the same layout. */
function WindowCard({ window, data }: { window: UsageWindow; data: Usage['data'] }) {
  const now = useNow();
  const timeZone = useTimeZone();
  const { limit, remaining } = data[window.key];
  const { ink, icon: Icon } = styles[window.known === null ? 'unknown' : window.tone];
  return (
    <section aria-label={window.label} className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-ink-2">{window.label}</h2>
        <span className={`flex items-center gap-1.5 whitespace-nowrap text-xs ${ink}`}>
          {Icon ? <Icon className="size-3.5" /> : null}
          {statusLabel(window)}
        </span>
      </div>
      <p className="mt-0.5 whitespace-nowrap text-ink-2">
        <span className="mr-0.5 font-semibold text-ink text-xl tracking-[-0.01em]">
          {remaining === null ? '–' : formatInteger(remaining)}
        </span>{' '}
        {limit === null ? '' : `of ${formatInteger(limit)} left`}
      </p>
      <div className="mt-2.5">
        {window.known ? (
          <WindowMeter window={window} />
        ) : (
          <div className="mt-[3px] h-[3px] border-line-strong border-t border-dashed" />
        )}
      </div>
      <p className="mt-2.5 text-ink-3 text-xs">
        {window.known
          ? [
              window.resetLabel(now) ?? 'The API does not say when it resets',
              forecastOf(window.key, data, now, timeZone),
            ]
              .filter(Boolean)
              .join(' · ')
          : noCountersMessage(data)}
      </p>
    </section>
  );
}

/**
 * A notice that the figures are stale: the browser received no response, or the API is inaccessible. Null for
 * a reached limit, which the usage banner reports.
 */
function UsageNotice({ data, error }: { data: Usage['data']; error: unknown }) {
  if (error) {
    return (
      <Notice tone="warning" icon={CloudOff}>
        <b className="font-semibold">{errorTitle(failureOf(error))}.</b> Showing the last figures received.
      </Notice>
    );
  }
  const { trouble } = data.access;
  const isLimit = !['ok', 'near_limit', 'unknown'].includes(data.state);
  if (trouble === null || isLimit) return null;
  return (
    <Notice tone="warning" icon={CloudOff}>
      <b className="font-semibold">{errorTitle(trouble)}.</b>{' '}
      {data.observed_at ? (
        <>
          Counters are from <Age iso={data.observed_at} /> ago.
        </>
      ) : (
        'No data yet.'
      )}{' '}
      <a href="#access" className="underline underline-offset-2">
        What to do
      </a>
    </Notice>
  );
}

/** For each reason why data was set aside: its description, and what happens next. */
const setAsideReasons = {
  damaged: ['The data file was damaged.', 'Sightline set it aside and reads everything again.'],
  unproven: [
    'Data of the previous API key is set aside.',
    'It comes back if the first page has any of its monitors, because the organization is then the same.',
  ],
  other_organization: [
    'Data of another organization is set aside.',
    'None of its monitors was on the first page.',
  ],
  other_base_url: ['Data of another base URL is set aside.', 'It was read from another address.'],
} as const;

/**
 * A notice that data is not persisted and would be lost in a restart, or that what was stored has been set aside.
 */
function StorageNotice({
  storage: { problem, since, set_aside },
  engine,
}: {
  storage: StorageReport;
  engine: StorageEngine;
}) {
  if (problem !== null) {
    const { what, remedy } = storageExplanations[engine][problem];
    return (
      <Notice tone="warning" icon={HardDrive}>
        <b className="font-semibold">{what}</b> Sightline serves what is in memory
        {since && (
          <>
            ; nothing has been saved for <Age iso={since} />
          </>
        )}
        . {remedy}
      </Notice>
    );
  }
  if (set_aside === null) return null;
  const { name, reason } = set_aside;
  const [what, next] = setAsideReasons[reason];
  return (
    <Notice tone={reason === 'damaged' ? 'warning' : 'neutral'} icon={HardDrive}>
      <b className="font-semibold">{what}</b> {next}
      {name !== null && (
        <>
          {' '}
          It is kept as <code className="font-mono text-xs [overflow-wrap:anywhere]">{name}</code>; delete it
          if nobody needs it.
        </>
      )}
    </Notice>
  );
}
