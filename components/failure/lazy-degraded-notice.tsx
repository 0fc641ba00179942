'use client';

import { type ComponentProps, Suspense } from 'react';
import { Age } from '@/components/ui/instant';
import { lazyWithFallback } from '@/components/ui/lazy-with-fallback';
import { LiveRegion } from '@/components/ui/live-region';
import type { DegradedNotice } from './degraded-notice';
import { unreachable } from './unreachable';

type Props = ComponentProps<typeof DegradedNotice>;

const Line = lazyWithFallback(
  () => import('./degraded-notice').then((file) => file.DegradedNotice),
  Unreachable,
);

/** The same notice, loaded when it is shown; nothing while there is nothing to say. */
export function LazyDegradedNotice(props: Props) {
  const isCalm = props.degraded === null && props.failure === null;
  return (
    <LiveRegion>
      {isCalm ? null : (
        <Suspense>
          <Line {...props} />
        </Suspense>
      )}
    </LiveRegion>
  );
}

/** Where the words could not be loaded: mostly because Sightline is out of reach; else it says what the server said. */
function Unreachable({ degraded, failure, asOf }: Props) {
  const said = failure ? failure.error : degraded?.message;
  return (
    <p className="border-line border-b bg-overdue-soft px-4 py-2 text-ink text-sm">
      <b className="font-semibold">{said ?? `${unreachable.title}.`}</b> What you see was read{' '}
      <Age iso={asOf} /> ago. It is tried again by itself.
    </p>
  );
}
