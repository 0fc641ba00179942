import { type RefObject, useEffect, useRef } from 'react';
import { focusedRow, rowLinks } from './row-links';

/**
 * When the element that has the focus goes, the focus follows its monitor to its new place, and where that is on this
 * page no more, it stays in the list. It never passes to another monitor.
 *
 * @param ids of the rows on the screen, from top to bottom
 */
export function useRestoreRowFocus(container: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  /** Which row was last in use while the focus was in the list; null when the focus is elsewhere. */
  const last = useRef<{ id: string | undefined } | null>(null);

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Node && element.contains(target))) last.current = null;
      else if (focusedRow(element) !== -1) last.current = { id: ids[focusedRow(element)] };
      else last.current ??= { id: undefined };
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || !document.hasFocus()) return;
      // Lost because somebody clicked elsewhere; an element that was taken away is no longer there by then.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected) last.current = null;
      });
    };
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [container, ids]);

  useEffect(() => {
    if (last.current === null || document.activeElement !== document.body) return;
    const { id } = last.current;
    const link = id === undefined ? undefined : rowLinks(container.current)[ids.indexOf(id)];
    (link ?? container.current)?.focus({ preventScroll: true });
  });
}
