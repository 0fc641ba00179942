'use client';

import { useEffect, useState } from 'react';
import { type Steps, shownOf } from './steps';

/** Rows a frame: about as many as a screen has. */
const STEP = 25;

/**
 * A long list that is refreshed from its top to its end, a part with each frame: to draw a hundred rows at once would
 * keep the page from answering for longer than a person should notice.
 *
 * @param list the same object as long as it is the same list
 * @param key what the list is of. With another one, or with none, it changes at once and as a whole
 */
export function useInSteps<T>(list: readonly T[], key: string | null): readonly T[] {
  const [last, setLast] = useState<Steps<T> & { key: string | null }>({
    key,
    list,
    before: list,
    taken: Infinity,
  });
  let steps = last;
  if (list !== last.list || key !== last.key) {
    const isRefresh = key !== null && key === last.key;
    steps = { key, list, before: shownOf(last), taken: isRefresh ? STEP : Infinity };
    setLast(steps);
  }
  const { taken } = steps;
  useEffect(() => {
    if (taken >= list.length) return;
    const frame = requestAnimationFrame(() => {
      setLast((now) => (now.list === list ? { ...now, taken: taken + STEP } : now));
    });
    return () => cancelAnimationFrame(frame);
  }, [list, taken]);
  return shownOf(steps);
}
