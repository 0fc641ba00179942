import { type RefObject, useEffect, useState } from 'react';

/** The focus in a popup still counts as inside, because popups restore the focus when they close. */
const popups = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * The time after which a pointer without movement or a focus without key presses no longer counts.
 * Milliseconds.
 */
const IDLE_MS = 60_000;

/**
 * Whether the user interacts with an element: the pointer is over it, the focus is in it, or text in it is
 * selected. Touch does not count, nor does an idle pointer or focus. When the window loses the focus, the
 * focus still counts.
 */
export function useInteractionWithin(container: RefObject<HTMLElement | null>): boolean {
  const [isInteracting, setInteracting] = useState(false);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const hasFocus = () => element.contains(document.activeElement);
    const at = { pointer: false, focus: hasFocus(), selection: false };
    const update = (change: Partial<typeof at>) => {
      Object.assign(at, change);
      setInteracting(at.pointer || at.focus || at.selection);
    };
    const idle: Partial<Record<'pointer' | 'focus', ReturnType<typeof setTimeout>>> = {};
    const restartIdleTimer = (kind: 'pointer' | 'focus') => {
      clearTimeout(idle[kind]);
      if (at[kind]) idle[kind] = setTimeout(() => update({ [kind]: false }), IDLE_MS);
    };
    const onPointer = ({ pointerType, type }: PointerEvent) => {
      if (pointerType === 'touch') return;
      const isOver = type !== 'pointerleave';
      if (isOver !== at.pointer) update({ pointer: isOver });
      restartIdleTimer('pointer');
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      const isInPopup = at.focus && target instanceof Element && target.closest(popups) !== null;
      update({ focus: isInPopup || (target instanceof Node && element.contains(target)) });
      restartIdleTimer('focus');
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      // Otherwise the focusin event of the next element updates the state.
      if (relatedTarget === null) update({ focus: hasFocus() });
    };
    const onKey = () => {
      if (!at.focus && hasFocus()) update({ focus: true });
      restartIdleTimer('focus');
    };
    const onSelection = () => {
      const selection = document.getSelection();
      const range = selection?.isCollapsed === false ? selection.getRangeAt(0) : null;
      update({ selection: range?.intersectsNode(element) === true });
    };
    const ending = new AbortController();
    const { signal } = ending;
    element.addEventListener('pointerenter', onPointer, { signal });
    element.addEventListener('pointermove', onPointer, { signal });
    element.addEventListener('pointerleave', onPointer, { signal });
    document.addEventListener('focusin', onFocusIn, { signal });
    document.addEventListener('focusout', onFocusOut, { signal });
    document.addEventListener('keydown', onKey, { signal });
    document.addEventListener('selectionchange', onSelection, { signal });
    update({});
    restartIdleTimer('focus');
    return () => {
      ending.abort();
      clearTimeout(idle.pointer);
      clearTimeout(idle.focus);
    };
  }, [container]);
  return isInteracting;
}
