import { CloudOff } from 'lucide-react';
import { Age } from '@/components/ui/age';
import { Link } from '@/components/ui/link';
import { LiveRegion } from '@/components/ui/live-region';
import { Notice } from '@/components/ui/notice';
import { usePreferences } from '@/components/ui/preferences';
import type { Degraded } from '@/lib/contract/responses';
import { Countdown } from './countdown';
import { errorTitle, type ShownFailure } from './error-title';
import { SinceClock } from './since-clock';

interface DegradedNoticeProps {
  degraded: Degraded | null;
  asOf: string;
  /** The time of the last detail read, when it is older than `asOf`. */
  detailAsOf?: string | undefined;
  /** The failure of the browser's last request, if any. */
  failure: ShownFailure | null;
}

/** Failures that the expanded usage banner already reports, so that a cause has only one banner. */
const shownByUsageBanner: ReadonlySet<ShownFailure['code']> = new Set([
  'rate_limited',
  'daily_quota_exhausted',
  'monthly_quota_exhausted',
  'quota_unknown',
]);

/** A live region above stale data with the reason and the age of the data; empty while the data is fresh. */
export function DegradedNotice(props: DegradedNoticeProps) {
  const [{ usageBanner }] = usePreferences();
  const code = props.failure?.code ?? props.degraded?.code;
  const isDuplicate = code !== undefined && shownByUsageBanner.has(code) && usageBanner !== 'critical';
  return <LiveRegion>{code === undefined || isDuplicate ? null : <Reason {...props} />}</LiveRegion>;
}

/**
 * A notice such as "The API returned an error (500) since 20:16 · Showing data from 4 min ago · Retrying in
 * 14 s".
 */
function Reason({ degraded, asOf, detailAsOf, failure }: DegradedNoticeProps) {
  const shown: ShownFailure = failure ?? {
    ...degraded,
    code: degraded?.code ?? 'internal',
    ...(degraded ? { error: degraded.message } : {}),
  };
  const since = failure ? null : (degraded?.since ?? null);
  const retryAt = degraded?.retry_at ?? failure?.retry_at ?? null;
  return (
    <Notice tone="warning" icon={CloudOff}>
      <b className="font-semibold">{errorTitle(shown)}</b>
      {since ? <SinceClock iso={since} /> : null} ·{' '}
      {detailAsOf ? (
        <>
          Description and HTTP settings from <Age iso={detailAsOf} suffix=" ago" />, everything else
        </>
      ) : (
        'Showing data'
      )}{' '}
      from <Age iso={asOf} suffix=" ago" /> · <NextAttempt code={shown.code} retryAt={retryAt} />
      {shown.code === 'sightline_unreachable' ? null : (
        <>
          {' '}
          ·{' '}
          <Link href="/usage#access" className="underline underline-offset-2">
            Details
          </Link>
        </>
      )}
    </Notice>
  );
}

/** When the next attempt is made. A rejected API key is not retried, because it needs to be replaced. */
function NextAttempt({ code, retryAt }: { code: ShownFailure['code']; retryAt: string | null }) {
  if (code === 'api_key_rejected') {
    return <>Needs a new key</>;
  }
  return retryAt ? <Countdown iso={retryAt} /> : <>Retrying automatically</>;
}
