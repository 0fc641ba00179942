import { LiveRegion } from '@/components/ui/live-region';
import { usePreferences } from '@/components/ui/preferences';
import type { Degraded } from '@/lib/contract/answers';
import { DegradedReason } from './degraded-reason';
import type { ShownFailure } from './failure';

export interface DegradedNoticeProps {
  degraded: Degraded | null;
  asOf: string;
  /** When what only a monitor's own page shows was read, where that was earlier. */
  detailAsOf?: string | undefined;
  /** Set when this browser's last question got no answer at all. */
  failure: ShownFailure | null;
}

/** The usage banner says of these what they are and what happens, unless it was collapsed since: one cause has one banner. */
const saidByUsageBanner: ReadonlySet<ShownFailure['code']> = new Set([
  'rate_limited',
  'daily_quota_exhausted',
  'monthly_quota_exhausted',
  'quota_unknown',
]);

/** Said above data that is served although no newer can be had: why, and how old it is. Nothing while all is well. */
export function DegradedNotice(props: DegradedNoticeProps) {
  const [{ usageBanner }] = usePreferences();
  const code = props.failure?.code ?? props.degraded?.code;
  const isSaid = code !== undefined && saidByUsageBanner.has(code) && usageBanner !== 'critical';
  return <LiveRegion>{code === undefined || isSaid ? null : <DegradedReason {...props} />}</LiveRegion>;
}
