'use client';

import { Hourglass } from 'lucide-react';
import { Notice } from '@/components/ui/notice';
import type { MonitorList } from '@/lib/contract/answers';
import { formatInteger } from '@/lib/format';

/** Said while the first crawl is under way: these are not all monitors yet. */
export function PartialNotice({ inventory }: { inventory: MonitorList['meta']['inventory'] }) {
  const { state, read, total } = inventory;
  if (state === 'complete') return null;
  return (
    <Notice tone="quiet" icon={Hourglass}>
      {read === 0 ? (
        'The monitors are being read; nothing has arrived yet.'
      ) : (
        <>
          <b className="font-semibold">
            {formatInteger(read)} of {formatInteger(total)} monitors read.
          </b>{' '}
          Counts, search and order cover these only, until the rest has arrived.
        </>
      )}
    </Notice>
  );
}
