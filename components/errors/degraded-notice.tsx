import { CloudOff } from 'lucide-react';
import { Age } from '@/components/ui/age';
import { LiveRegion } from '@/components/ui/live-region';
import { Notice } from '@/components/ui/notice';
import type { Degraded } from '@/lib/contract/answers';
import { Countdown } from './countdown';
import { explainError } from './explain-error';
import type { ShownFailure } from './failure';

interface DegradedNoticeProps {
  degraded: Degraded | null;
  asOf: string;
  /** When what only a monitor's own page shows was read, where that was earlier. */
  detailAsOf?: string | undefined;
  /** Set when this browser's last question got no answer at all. */
  failure: ShownFailure | null;
}

/** Said above data that is served although no newer can be had: why, and how old it is. Nothing while all is well. */
export function DegradedNotice(props: DegradedNoticeProps) {
  const isCalm = props.degraded === null && props.failure === null;
  return <LiveRegion>{isCalm ? null : <Reason {...props} />}</LiveRegion>;
}

function Reason({ degraded, asOf, detailAsOf, failure }: DegradedNoticeProps) {
  const shown: ShownFailure = failure ?? {
    code: degraded?.code ?? 'internal',
    ...(degraded ? { error: degraded.message } : {}),
  };
  const retryAt = degraded?.retry_at ?? failure?.retry_at;
  return (
    <Notice tone="warning" icon={CloudOff}>
      <b className="font-semibold">{explainError(shown).title}.</b>{' '}
      {detailAsOf ? (
        <>
          The description and the HTTP settings were read <Age iso={detailAsOf} /> ago, all else
        </>
      ) : (
        'What you see was read'
      )}{' '}
      <Age iso={asOf} /> ago. {retryAt ? <Countdown iso={retryAt} /> : 'It is tried again by itself.'}
    </Notice>
  );
}
