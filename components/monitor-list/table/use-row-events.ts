import { type FocusEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { openTab } from '@/components/ui/link';
import { focusedRow, rowLinks } from '@/components/ui/row-focus';

/** The number of the middle mouse button, which opens a link in a new tab. */
const MIDDLE = 1;

/** The link of the clicked row; null if the target is itself a link or a button. */
function linkOfRow({ target }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest('a, button')) return null;
  return target.closest('tbody tr')?.querySelector<HTMLAnchorElement>('a[href]') ?? null;
}

/**
 * The event handlers of the element around the rows.
 *
 * Elements with a tooltip are stacked above the row's stretched link, so that their text can be selected. A click on them is
 * passed to the link, unless it ends a selection.
 *
 * When the focused element is removed, the focus moves to the new row of its monitor, or to the list if the monitor is no
 * longer on this page. It never passes to another monitor.
 */
export function useRowEvents(container: RefObject<HTMLElement | null>) {
  'use memo';
  /** The link of the last focused row; null while the focus is outside of the list. */
  const last = useRef<{ href: string | null } | null>(null);
  useEffect(() => {
    if (last.current === null || document.activeElement !== document.body) return;
    const { href } = last.current;
    const link = rowLinks(container.current).find((row) => row.getAttribute('href') === href);
    (link ?? container.current)?.focus({ preventScroll: true });
  });
  return {
    onClick: (event: MouseEvent) => {
      const link = document.getSelection()?.isCollapsed === false ? null : linkOfRow(event);
      if (link && (event.ctrlKey || event.metaKey || event.shiftKey)) openTab(link.href);
      else link?.click();
    },
    onAuxClick: (event: MouseEvent) => {
      const link = event.button === MIDDLE ? linkOfRow(event) : null;
      if (link) openTab(link.href);
    },
    onFocus: () => {
      const row = rowLinks(container.current)[focusedRow(container.current)];
      last.current = row ? { href: row.getAttribute('href') } : (last.current ?? { href: null });
    },
    // Not called when React removes the focused element.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (document.hasFocus() && !currentTarget.contains(relatedTarget)) last.current = null;
    },
  };
}
