import { useLayoutEffect } from 'react';
import { replayEarlyClick } from '@/components/ui/replay-early-click';

/** In the commit that hydrates the page: from then on React hears every click itself. */
export function EarlyClickReplay(): null {
  useLayoutEffect(replayEarlyClick, []);
  return null;
}
