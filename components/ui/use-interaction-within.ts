import { type RefObject, useEffect, useState } from 'react';

/** Popups give the focus back when they close, so it counts as not having left. */
const popups = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** A mouse that has not moved, and a focus that no key was pressed with, for so long no longer count, milliseconds. */
const IDLE_MS = 60_000;

/**
 * Whether somebody is at work in a part of the page: the mouse is over it, the focus is in it, or a text in it is
 * selected. Touch does not count, nor does a mouse that nobody moves or a focus without keys; a window that is left for
 * another one keeps its focus.
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
    const expectMore = (kind: 'pointer' | 'focus') => {
      clearTimeout(idle[kind]);
      if (at[kind]) idle[kind] = setTimeout(() => update({ [kind]: false }), IDLE_MS);
    };
    const onPointer = ({ pointerType, type }: PointerEvent) => {
      if (pointerType === 'touch') return;
      const isOver = type !== 'pointerleave';
      if (isOver !== at.pointer) update({ pointer: isOver });
      expectMore('pointer');
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      const isInPopup = at.focus && target instanceof Element && target.closest(popups) !== null;
      update({ focus: isInPopup || (target instanceof Node && element.contains(target)) });
      expectMore('focus');
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      // With a next element the focus arrives there in a moment, and that decides.
      if (relatedTarget === null) update({ focus: hasFocus() });
    };
    const onKey = () => {
      if (!at.focus && hasFocus()) update({ focus: true });
      expectMore('focus');
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
    expectMore('focus');
    return () => {
      ending.abort();
      clearTimeout(idle.pointer);
      clearTimeout(idle.focus);
    };
  }, [container]);
  return isInteracting;
}
