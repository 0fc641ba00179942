import { CloudOff } from 'lucide-react';
import { Countdown } from '@/components/errors/countdown';
import { explainError } from '@/components/errors/explain-error';
import type { ShownFailure } from '@/components/errors/failure-of';
import { Age } from '@/components/ui/instant';
import { Notice } from '@/components/ui/notice';

/** Said above a monitor of which only the list's fields are known: why, how old they are, and what is missing. */
export function PartialNotice({ reason, asOf }: { reason: ShownFailure; asOf: string }) {
  return (
    <Notice tone="near" icon={CloudOff}>
      <b className="font-semibold">{explainError(reason).title}.</b> What the list knows is shown, read{' '}
      <Age iso={asOf} /> ago; the description and the HTTP settings are missing.{' '}
      {reason.retry_at ? <Countdown iso={reason.retry_at} /> : 'They are asked for again by themselves.'}
    </Notice>
  );
}
