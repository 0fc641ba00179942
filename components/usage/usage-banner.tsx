'use client';

import { LazyPart, lazyChunk } from '@/components/ui/lazy-part';
import { LiveRegion } from '@/components/ui/live-region';
import { useUsage } from './use-usage';

const BannerLine = lazyChunk(() => import('./banner-line').then((file) => file.BannerLine));

/** Nothing while all is well; one line when a window runs low or is used up. */
export function UsageBanner() {
  const usage = useUsage().data;
  const isCalm = !usage || usage.state === 'ok' || usage.state === 'unknown';
  return (
    <LiveRegion>
      {isCalm ? null : (
        <LazyPart>
          <BannerLine usage={usage} />
        </LazyPart>
      )}
    </LiveRegion>
  );
}
