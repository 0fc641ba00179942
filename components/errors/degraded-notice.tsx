import { LiveRegion } from '@/components/ui/live-region';
import { usePreferences } from '@/components/ui/preferences';
import { DegradedReason, type DegradedReasonProps } from './degraded-reason';
import type { ShownFailure } from './explain-error';

/** Failures that the expanded usage banner already reports, so that a cause has only one banner. */
const shownByUsageBanner: ReadonlySet<ShownFailure['code']> = new Set([
  'rate_limited',
  'daily_quota_exhausted',
  'monthly_quota_exhausted',
  'quota_unknown',
]);

/** A live region above stale data with the reason and the age of the data; empty while the data is fresh. */
export function DegradedNotice(props: DegradedReasonProps) {
  const [{ usageBanner }] = usePreferences();
  const code = props.failure?.code ?? props.degraded?.code;
  const isDuplicate = code !== undefined && shownByUsageBanner.has(code) && usageBanner !== 'critical';
  return <LiveRegion>{code === undefined || isDuplicate ? null : <DegradedReason {...props} />}</LiveRegion>;
}
