'use client';

import { Hourglass } from 'lucide';
import { useState } from 'react';
import { useNow } from '@/components/ui/clock';
import { Notice } from '@/components/ui/notice';
import type { MonitorList } from '@/lib/contract/answers';
import { formatInteger } from '@/lib/format';
import { estimateWords, secondsLeft, withProgress } from './reading-estimate';

interface PartialNoticeProps {
  inventory: MonitorList['meta']['inventory'];
  /** Changes with each answer, also with one that brings nothing new. */
  answeredAt: number;
}

/** Said while the first crawl is under way: these are not all monitors yet, and when they will be. */
export function PartialNotice({ inventory: { read, total }, answeredAt }: PartialNoticeProps) {
  const now = useNow();
  const [seen, setSeen] = useState({ answeredAt, progress: withProgress([], { at: now, read }) });
  if (seen.answeredAt !== answeredAt) {
    setSeen({ answeredAt, progress: withProgress(seen.progress, { at: now, read }) });
  }
  const left = secondsLeft(seen.progress, total, now);
  if (read === 0) {
    return (
      <Notice tone="quiet" icon={Hourglass}>
        The monitors are being read; nothing has arrived yet.
      </Notice>
    );
  }
  return (
    // It changes with every answer: read out, it would never be silent.
    <Notice tone="quiet" icon={Hourglass} label="Reading">
      <b className="font-semibold">
        {formatInteger(read)} of {formatInteger(total)} monitors read
        {left === null ? '' : `, ${estimateWords(left)}`}.
      </b>{' '}
      Counts, search and order cover these only, until the rest has arrived.
    </Notice>
  );
}
