import { CloudOff } from 'lucide-react';
import { Countdown } from '@/components/errors/countdown';
import type { ShownFailure } from '@/components/errors/explain-error';
import { explainError } from '@/components/errors/explain-error';
import { SinceClock } from '@/components/errors/since-clock';
import { Age } from '@/components/ui/age';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { MonitorDetail } from '@/lib/contract/responses';

/** A notice above a monitor without details: the reason, the missing fields, and the age of the others. */
export function PartialNotice({ reason, detail }: { reason: ShownFailure; detail: MonitorDetail }) {
  const { data, meta } = detail;
  const isHttp = data.type === 'http' || data.type === 'https';
  return (
    <Notice tone="warning" icon={CloudOff}>
      <b className="font-semibold">{explainError(reason).title}</b>
      {meta.degraded ? <SinceClock iso={meta.degraded.since} /> : null} ·{' '}
      {isHttp ? 'Description and HTTP settings are' : 'Description is'} missing; all else is from{' '}
      <Age iso={meta.as_of} suffix=" ago" /> ·{' '}
      {reason.retry_at ? <Countdown iso={reason.retry_at} /> : 'Retrying automatically'} ·{' '}
      <Link href="/usage#access" className="underline underline-offset-2">
        Details
      </Link>
    </Notice>
  );
}
