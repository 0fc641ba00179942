import { CloudOff } from 'lucide-react';
import { Age, useExact } from '@/components/ui/age';
import { Link } from '@/components/ui/link';
import { LiveRegion } from '@/components/ui/live-region';
import { Notice } from '@/components/ui/notice';
import { usePreferences } from '@/components/ui/preferences';
import { useTimeZone } from '@/components/ui/time-zone';
import type { Degraded } from '@/lib/contract/responses';
import { formatClock } from '@/lib/text/format';
import { Countdown } from './error-screen';
import { errorTitle, type ShownFailure } from './explain-error';

interface DegradedNoticeProps {
  degraded: Degraded | null;
  as_of: string;
  /** The time of the last detail read, when it is older than `as_of`. */
  detail_as_of?: string | undefined;
  /** The failure of the browser's last request, if any. */
  failure: ShownFailure | null;
  /** What could not be read, as the beginning of a sentence ("Description is"); null: everything was read. */
  missing?: string | null;
}

/** Failures that the usage banner already reports, so that a cause has only one banner. */
const shownByUsageBanner: readonly ShownFailure['code'][] = [
  'rate_limited',
  'daily_quota_exhausted',
  'monthly_quota_exhausted',
  'quota_unknown',
];

/** A live region above stale data with the reason and the age of the data; empty while the data is fresh. */
export function DegradedNotice(props: DegradedNoticeProps) {
  const [{ usageBanner }] = usePreferences();
  const { degraded, failure, missing } = props;
  const reason = failure ?? (degraded && { ...degraded, error: degraded.message });
  const isDuplicate = reason && shownByUsageBanner.includes(reason.code) && usageBanner !== 'collapsed';
  const isShown = reason && (missing || !isDuplicate);
  return <LiveRegion>{isShown ? <Reason reason={reason} {...props} /> : null}</LiveRegion>;
}

/** A notice such as "The API returned an error (500) since 20:16 · Showing data from 4 min ago · Retrying in 14 s". */
function Reason({ reason, ...props }: DegradedNoticeProps & { reason: ShownFailure }) {
  const { degraded, as_of, detail_as_of, failure, missing } = props;
  const retryAt = degraded?.retry_at ?? failure?.retry_at ?? null;
  return (
    <Notice tone="warning" icon={CloudOff}>
      <b className="font-semibold">{errorTitle(reason)}</b>
      {degraded && (missing || !failure) ? <SinceClock iso={degraded.since} /> : null} ·{' '}
      {missing ? (
        `${missing} missing; all else is`
      ) : detail_as_of ? (
        <>
          Description and HTTP settings from <Age iso={detail_as_of} suffix=" ago" />, everything else
        </>
      ) : (
        'Showing data'
      )}{' '}
      from <Age iso={as_of} suffix=" ago" /> · <NextAttempt code={reason.code} retryAt={retryAt} />
      {reason.code === 'sightline_unreachable' ? null : (
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

/** A time such as " since 20:16", in the user's time zone. */
function SinceClock({ iso }: { iso: string }) {
  const at = Date.parse(iso);
  const exact = useExact(at);
  const zone = useTimeZone();
  return (
    <>
      {' '}
      since{' '}
      <time dateTime={iso} title={exact} aria-live="off" suppressHydrationWarning>
        {formatClock(at, zone)}
      </time>
    </>
  );
}

/** When the next attempt is made. A rejected API key is not retried, because it needs to be replaced. */
function NextAttempt({ code, retryAt }: { code: ShownFailure['code']; retryAt: string | null }) {
  if (code === 'api_key_rejected') return 'Needs a new key';
  return retryAt ? <Countdown iso={retryAt} /> : 'Retrying automatically';
}
