'use client';

import { useQuery } from '@tanstack/react-query';
import { CloudOff, HardDrive } from 'lucide-react';
import { errorTitle } from '@/components/errors/error-title';
import { failureOf } from '@/components/errors/failure';
import { configuredReset } from '@/components/refresh-interval/configured-reset';
import { Age } from '@/components/ui/age';
import { LiveRegion } from '@/components/ui/live-region';
import { Notice } from '@/components/ui/notice';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';
import type { Storage, Usage } from '@/lib/contract/usage';
import { AccessPanel } from './access-panel';
import { RequestRate } from './request-rate';
import { ResetsNote } from './resets-note';
import { Spending } from './spending';
import { WindowCard } from './window-card';
import { unknownMessage } from './window-messages';

/**
 * The usage page: the requests left, the request rate, who used them, and access to the API.
 */
export function UsageScreen() {
  const { data, error } = useQuery(usageQuery(useRequestContext()));
  if (!data) return <main className="px-4 py-6 text-ink-2 max-sm:px-3">Loading usage…</main>;
  const unknown = unknownMessage(data);
  return (
    <>
      <LiveRegion>
        <UsageNotice data={data} error={error} />
      </LiveRegion>
      <LiveRegion>
        <StorageNotice storage={data.storage} />
      </LiveRegion>
      <main className="flex flex-col gap-4 px-4 py-4 max-sm:px-3">
        <h1 className="pt-1 font-semibold text-ink text-xl">Usage</h1>
        <div className="grid gap-4 max-md:gap-3 md:grid-cols-3">
          <WindowCard
            label="This minute"
            counter={data.rate_limit}
            unknown={unknown}
            noReset="New minute, nothing used yet"
          />
          <WindowCard
            label="Today"
            counter={data.daily}
            unknown={unknown}
            resetTime={configuredReset(data, 'daily')}
          />
          <WindowCard
            label="This month"
            counter={data.monthly}
            unknown={unknown}
            resetTime={configuredReset(data, 'monthly')}
          />
        </div>
        <ResetsNote data={data} />
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_380px]">
          <RequestRate data={data} />
          <Spending data={data} />
        </div>
        <AccessPanel data={data} />
      </main>
    </>
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
  if (trouble === null || isLimit(data.state)) return null;
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

function isLimit(state: Usage['data']['state']): boolean {
  return !['ok', 'near_limit', 'unknown'].includes(state);
}

/** For each storage problem its description, and what the operator can do. */
const explanations = {
  full: ['The disk is full.', 'Free some space; Sightline retries automatically.'],
  read_only: [
    'The data directory is not writable.',
    'Check SIGHTLINE_DATA_DIR and its permissions, then restart Sightline.',
  ],
  in_use: [
    'Another process uses the data directory.',
    'Stop the other process or use a separate directory, then restart.',
  ],
  unreachable: ['The database cannot be reached.', 'Sightline resumes when it is back.'],
  damaged: ['The data file is damaged.', 'Restart Sightline: it sets the file aside and begins a new one.'],
  other: ['The database cannot be used.', 'See the server log.'],
} as const;

/** For each reason why data is not shown what it is, and what happens next. */
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
  other_base_url: ['Data of another base URL is set aside.', 'MONITOR_API_BASE_URL was another one.'],
} as const;

/**
 * A notice that data is not persisted and would be lost in a restart, or that what was stored has been set aside.
 */
function StorageNotice({ storage: { problem, since, set_aside } }: { storage: Storage }) {
  if (problem !== null) {
    const [what, remedy] = explanations[problem];
    return (
      <Notice tone="warning" icon={HardDrive}>
        <b className="font-semibold">{what}</b> Sightline continues in memory
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
