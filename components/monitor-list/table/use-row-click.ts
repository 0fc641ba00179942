import { type RefObject, useEffect } from 'react';
import { openTab } from '@/components/ui/open-tab';

/** The number of the middle mouse button, which opens a link in a new tab. */
const MIDDLE = 1;

/** The link of the clicked row; null if the target is itself a link or a button. */
function linkOfRow({ target }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest('a, button')) return null;
  return target.closest('tbody tr')?.querySelector<HTMLAnchorElement>('a[href]') ?? null;
}

function onClick(event: MouseEvent): void {
  if (document.getSelection()?.isCollapsed === false) return;
  const link = linkOfRow(event);
  if (!link) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) openTab(link.href);
  else link.click();
}

function onOtherClick(event: MouseEvent): void {
  const link = event.button === MIDDLE ? linkOfRow(event) : null;
  if (link) openTab(link.href);
}

/**
 * Elements with a tooltip are stacked above the row's stretched link, so that their text can be selected.
 * This hook passes a click on them to the link, unless the click ends a selection.
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
