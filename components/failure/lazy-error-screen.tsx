'use client';

import { type ComponentProps, Suspense } from 'react';
import { lazyWithFallback } from '@/components/ui/lazy-with-fallback';
import type { FailureScreen } from './failure-screen';
import { UnreachableScreen } from './unreachable-screen';

type Props = ComponentProps<typeof FailureScreen>;

const Screen = lazyWithFallback(
  () => import('./failure-screen').then((file) => file.FailureScreen),
  UnreachableScreen,
);

/** The picture of a failure, loaded when it is shown. */
export function LazyErrorScreen(props: Props) {
  return (
    <Suspense>
      <Screen {...props} />
    </Suspense>
  );
}
