'use client';

import { type ComponentProps, Suspense } from 'react';
import { late } from '@/components/ui/late';
import type { FailureScreen } from './failure-screen';
import { UnreachableScreen } from './unreachable-screen';

type Props = ComponentProps<typeof FailureScreen>;

const Screen = late(() => import('./failure-screen').then((file) => file.FailureScreen), UnreachableScreen);

/** The picture of a failure, loaded when it is shown. */
export function LateFailureScreen(props: Props) {
  return (
    <Suspense>
      <Screen {...props} />
    </Suspense>
  );
}
