import { useEffectEvent, useLayoutEffect } from 'react';
import { rememberScroll, returnToList } from '@/components/monitor/opened-list';
import { withBasePath } from '@/lib/text/base-path';

/**
 * When the user returns to the list, restores the scroll position and focuses the row of the last shown monitor; the one
 * that was opened first, if the last one is on another page.
 *
 * @param search the list's URL parameters, without the question mark
 * @param isShown whether the rows of this search are displayed
 */
export function useListMemory(search: string, isShown: boolean): void {
  const restore = useEffectEvent(() => {
    const left = returnToList(search);
    if (left === null) return;
    if (left.scrollY !== null) window.scrollTo(0, left.scrollY);
    const link = linkTo(left.shown) ?? linkTo(left.opened);
    link?.focus({ preventScroll: true });
    if (link && !isVisible(link)) link.scrollIntoView({ block: 'center' });
  });
  useLayoutEffect(() => {
    if (isShown) restore();
  }, [isShown]);
  // At each scroll, and not at the end: what is removed with the rows changes the scroll position.
  useLayoutEffect(() => {
    const remember = () => rememberScroll(search, window.scrollY);
    remember();
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [search]);
}

/** Whether the middle of an element is visible: not scrolled away, and not behind a sticky element. */
function isVisible(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
  return topmost !== null && (element.contains(topmost) || topmost.contains(element));
}

function linkTo(uuid: string): HTMLElement | null {
  const path = CSS.escape(withBasePath(`/monitors/${uuid}`));
  return document.querySelector<HTMLElement>(`a[href^="${path}"]`);
}
