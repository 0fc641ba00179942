import { CloudOff, HardDrive } from 'lucide-react';
import { errorTitle } from '@/components/errors/explain-error';
import { failureOf } from '@/components/errors/failure';
import { Age } from '@/components/ui/age';
import { Notice } from '@/components/ui/notice';
import { type StorageEngine, storageExplanations } from '@/lib/contract/storage-problems';
import type { Storage, Usage } from '@/lib/contract/usage';

/**
 * A notice that the figures are stale: the browser received no response, or the API is inaccessible. Null for
 * a reached limit, which the usage banner reports.
 */
export function UsageNotice({ data, error }: { data: Usage['data']; error: unknown }) {
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
  other_base_url: ['Data of another base URL is set aside.', 'MONITOR_API_BASE_URL was another one.'],
} as const;

/**
 * A notice that data is not persisted and would be lost in a restart, or that what was stored has been set aside.
 */
export function StorageNotice({
  storage: { problem, since, set_aside },
  engine,
}: {
  storage: Storage;
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
