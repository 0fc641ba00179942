'use client';

import { type RefObject, useEffect } from 'react';

/** The button of the mouse that opens a link in a new tab. */
const MIDDLE = 1;

/** The link that a text of a row lies above; null where the click was on something that answers it itself. */
function linkBelow({ target }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest('a, button')) return null;
  return target.closest('tbody tr')?.querySelector<HTMLAnchorElement>('a[href]') ?? null;
}

function onClick(event: MouseEvent): void {
  if (document.getSelection()?.isCollapsed === false) return;
  // The same click, with the same keys held: it is followed here, or the browser opens a new tab.
  linkBelow(event)?.dispatchEvent(new MouseEvent('click', event));
}

function onOtherClick(event: MouseEvent): void {
  const link = event.button === MIDDLE ? linkBelow(event) : null;
  // A click that is made up opens no tab, so this one is opened here.
  if (link) window.open(link.href, '_blank', 'noopener');
}

/**
 * Texts that explain themselves on hover lie above the link that covers their row, so that they can be selected. A
 * click on one of them is a click on the link all the same, unless it ends a selection.
 */
export function useRowClick(zone: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = zone.current;
    element?.addEventListener('click', onClick);
    element?.addEventListener('auxclick', onOtherClick);
    return () => {
      element?.removeEventListener('click', onClick);
      element?.removeEventListener('auxclick', onOtherClick);
    };
  }, [zone]);
}
