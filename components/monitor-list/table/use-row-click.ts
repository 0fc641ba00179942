import { type RefObject, useEffect } from 'react';
import { openTab } from '@/components/ui/open-tab';

/** The button of the mouse that opens a link in a new tab. */
const MIDDLE = 1;

/** The link that a text of a row lies above; null where the click was on something that answers it itself. */
function linkBelow({ target }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest('a, button')) return null;
  return target.closest('tbody tr')?.querySelector<HTMLAnchorElement>('a[href]') ?? null;
}

function onClick(event: MouseEvent): void {
  if (document.getSelection()?.isCollapsed === false) return;
  const link = linkBelow(event);
  if (!link) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) openTab(link.href);
  else link.click();
}

function onOtherClick(event: MouseEvent): void {
  const link = event.button === MIDDLE ? linkBelow(event) : null;
  if (link) openTab(link.href);
}

/**
 * Texts that explain themselves on hover lie above the link that covers their row, so that they can be selected. A
 * click on one of them is a click on the link all the same, unless it ends a selection.
 */
export function useRowClick(container: RefObject<HTMLElement | null>): void {
  'use memo';
  useEffect(() => {
    const element = container.current;
    element?.addEventListener('click', onClick);
    element?.addEventListener('auxclick', onOtherClick);
    return () => {
      element?.removeEventListener('click', onClick);
      element?.removeEventListener('auxclick', onOtherClick);
    };
  }, [container]);
}
