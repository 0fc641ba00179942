'use client';

import { Suspense } from 'react';
import { useUsage } from '@/components/answers/use-answer';
import { lazyWithFallback } from '@/components/ui/lazy-with-fallback';
import { LiveRegion } from '@/components/ui/live-region';

const BannerLine = lazyWithFallback(() => import('./banner-line').then((file) => file.BannerLine));

/** Nothing while all is well; one line when a window runs low or is used up. */
export function UsageBanner() {
  const usage = useUsage().answer?.body.data;
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
