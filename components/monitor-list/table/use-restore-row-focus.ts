import { type RefObject, useEffect, useRef } from 'react';
import { focusedRow, rowLinks } from '@/components/ui/row-focus';

/**
 * When the focused element is removed, moves the focus to the new row of its monitor, or to the list if the
 * monitor is no longer on this page. The focus never passes to another monitor.
 *
 * @param ids the ids of the displayed rows, from top to bottom
 */
export function useRestoreRowFocus(container: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  /** The last focused row; null while the focus is outside of the list. */
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
      // An element that is still connected lost the focus because the user clicked elsewhere.
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
