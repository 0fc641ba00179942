'use client';

import { type ComponentProps, lazy, Suspense } from 'react';
import type { FailureScreen } from './failure-screen';

const Screen = lazy(async () => ({ default: (await import('./failure-screen')).FailureScreen }));

/** The same picture, loaded when it is shown: every page carries its error and its "not found" page along. */
export function LateFailureScreen(props: ComponentProps<typeof FailureScreen>) {
  return (
    <Suspense>
      <Screen {...props} />
    </Suspense>
  );
}
