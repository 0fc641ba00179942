'use client';

import { useQuery } from '@tanstack/react-query';
import { lazyChunk } from '@/components/ui/lazy-chunk';
import { LazyPart } from '@/components/ui/lazy-part';
import { LiveRegion } from '@/components/ui/live-region';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';

const UsageBannerNotice = lazyChunk(() =>
  import('./usage-banner-notice').then((file) => file.UsageBannerNotice),
);

/** Nothing while all is well; one line when a window runs low or is used up. */
export function UsageBanner() {
  const usage = useQuery(usageQuery(useRequestContext())).data;
  const isCalm = !usage || usage.state === 'ok' || usage.state === 'unknown';
  return (
    <LiveRegion>
      {isCalm ? null : (
        <LazyPart>
          <UsageBannerNotice usage={usage} />
        </LazyPart>
      )}
    </LiveRegion>
  );
}
