'use client';

import { Suspense } from 'react';
import { useUsage } from '@/components/answers/use-answer';
import { late } from '@/components/ui/late';

const BannerLine = late(() => import('./banner-line').then((file) => file.BannerLine));

/** Nothing while all is well; one line when a window runs low or is used up. */
export function UsageBanner() {
  const usage = useUsage().answer?.body.data;
  if (!usage || usage.state === 'ok' || usage.state === 'unknown') return null;
  return (
    <Suspense>
      <BannerLine usage={usage} />
    </Suspense>
  );
}
