import { LiveRegion } from '@/components/ui/live-region';
import { usePreferences } from '@/components/ui/preferences';
import type { Degraded } from '@/lib/contract/responses';
import { DegradedReason } from './degraded-reason';
import type { ShownFailure } from './failure';

export interface DegradedNoticeProps {
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
  return <LiveRegion>{code === undefined || isDuplicate ? null : <DegradedReason {...props} />}</LiveRegion>;
}
