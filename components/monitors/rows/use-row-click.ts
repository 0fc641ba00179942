'use client';

import { type RefObject, useEffect } from 'react';

/** The button of the mouse that opens a link in a new tab. */
const MIDDLE = 1;

/**
 * Texts that explain themselves on hover lie above the link that covers their row, so that they can be selected. A
 * click on one of them is a click on the link all the same, unless it ends a selection.
 */
export function useRowClick(zone: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = zone.current;
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.target.closest('a, button')) return;
      if (document.getSelection()?.isCollapsed === false) return;
      const link = event.target.closest('tbody tr')?.querySelector('a[href]');
      // The same click, with the same keys held: it is followed here, or the browser opens a new tab.
      link?.dispatchEvent(new MouseEvent('click', event));
    };
    const onOtherClick = (event: MouseEvent) => {
      if (event.button !== MIDDLE || !(event.target instanceof Element)) return;
      if (event.target.closest('a, button')) return;
      // A click that is made up opens no tab, so this one is opened here.
      const link = event.target.closest('tbody tr')?.querySelector<HTMLAnchorElement>('a[href]');
      if (link) window.open(link.href, '_blank', 'noopener');
    };
    element?.addEventListener('click', onClick);
    element?.addEventListener('auxclick', onOtherClick);
    return () => {
      element?.removeEventListener('click', onClick);
      element?.removeEventListener('auxclick', onOtherClick);
    };
  }, [zone]);
}
