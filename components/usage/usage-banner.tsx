'use client';

import { Suspense } from 'react';
import { late } from '@/components/ui/late';
import { LiveRegion } from '@/components/ui/live-region';
import { useUsage } from './use-usage';

const BannerLine = late(() => import('./banner-line').then((file) => file.BannerLine));

/** Nothing while all is well; one line when a window runs low or is used up. */
export function UsageBanner() {
  const usage = useUsage().data;
  const isCalm = !usage || usage.state === 'ok' || usage.state === 'unknown';
  return (
    <LiveRegion>
      {isCalm ? null : (
        <Suspense>
          <BannerLine usage={usage} />
        </Suspense>
      )}
    </LiveRegion>
  );
}
