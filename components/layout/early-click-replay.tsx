import { useLayoutEffect } from 'react';
import { replayEarlyClick } from '@/components/ui/replay-early-click';

/** Replays an early click in the commit that hydrates the page; from then on React handles clicks itself. */
export function EarlyClickReplay(): null {
  useLayoutEffect(replayEarlyClick, []);
  return null;
}
