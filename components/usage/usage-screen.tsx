'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleHelp, OctagonX, TriangleAlert } from 'lucide-react';
import { useNow } from '@/components/ui/clock';
import { LiveRegion } from '@/components/ui/live-region';
import { type TimeZone, useTimeZone } from '@/components/ui/time-zone';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';
import type { Usage } from '@/lib/contract/usage';
import { formatInteger } from '@/lib/text/format';
import { AccessPanel } from './access-panel';
import { RequestRate } from './request-rate';
import { Spending } from './spending';
import { paceMessage, settingsMessage, unknownMessage } from './usage-messages';
import { StorageNotice, UsageNotice } from './usage-notices';
import { type UsageWindow, usageWindows, WindowMeter, windowStatus } from './usage-windows';

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
        <ResetsNote data={data} />
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_380px]">
          <RequestRate data={data} />
          <Spending data={data} />
        </div>
        <p id="settings" className="text-ink-3 text-xs">
          {settingsMessage(data.settings, now, timeZone)}
        </p>
        <AccessPanel data={data} />
      </main>
    </>
  );
}

/** Why the resets of the day and the month are unknown. Null if they are configured. */
function ResetsNote({ data: { daily, monthly } }: { data: Usage['data'] }) {
  if (daily.resets_at_local !== null && monthly.resets_at_local !== null) return null;
  return (
    <p className="text-ink-3 text-xs">
      The API reports when the minute resets, but not when the day and the month do. Sightline learns the time
      of the day from two resets that it sees. An administrator who knows it can set SIGHTLINE_QUOTA_RESET.
    </p>
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
  const { status, label } = windowStatus(data[window.key]);
  const { ink, icon: Icon } = styles[status];
  return (
    <section aria-label={window.label} className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-ink-2">{window.label}</h2>
        <span className={`flex items-center gap-1.5 whitespace-nowrap text-xs ${ink}`}>
          {Icon ? <Icon className="size-3.5" /> : null}
          {label}
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
          ? [window.resetLabel(now), forecastOf(window.key, data, now, timeZone)].filter(Boolean).join(' · ')
          : unknownMessage(data)}
      </p>
    </section>
  );
}
