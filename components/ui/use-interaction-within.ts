import { type RefObject, useEffect, useState } from 'react';

/** The focus in a popup still counts as inside, because popups restore the focus when they close. */
const popups = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** The time after which a pointer and a focus without movement and key presses no longer count. Milliseconds. */
const IDLE_MS = 60_000;

/**
 * Whether the user interacts with an element: the pointer is over it, the focus is in it, or text in it is
 * selected. Touch does not count, nor does a user who is idle. When the window loses the focus, the focus
 * still counts.
 */
export function useInteractionWithin(container: RefObject<HTMLElement | null>): boolean {
  const [isInteracting, setInteracting] = useState(false);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const hasFocus = () => element.contains(document.activeElement);
    const at = { pointer: false, focus: hasFocus(), selection: false };
    let idle: ReturnType<typeof setTimeout>;
    const update = (change: Partial<typeof at>) => {
      Object.assign(at, change);
      setInteracting(at.pointer || at.focus || at.selection);
      clearTimeout(idle);
      if (at.pointer || at.focus) idle = setTimeout(() => update({ pointer: false, focus: false }), IDLE_MS);
    };
    const onPointer = ({ pointerType, type }: PointerEvent) => {
      if (pointerType !== 'touch') update({ pointer: type !== 'pointerleave' });
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      const isInPopup = at.focus && target instanceof Element && target.closest(popups) !== null;
      update({ focus: isInPopup || (target instanceof Node && element.contains(target)) });
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      // Otherwise the focusin event of the next element updates the state.
      if (relatedTarget === null) update({ focus: hasFocus() });
    };
    const onKey = () => update(hasFocus() ? { focus: true } : {});
    const onSelection = () => {
      const selection = document.getSelection();
      const range = selection?.isCollapsed === false ? selection.getRangeAt(0) : null;
      update({ selection: range?.intersectsNode(element) === true });
    };
    const ending = new AbortController();
    const { signal } = ending;
    for (const type of ['pointerenter', 'pointermove', 'pointerleave'] as const)
      element.addEventListener(type, onPointer, { signal });
    document.addEventListener('focusin', onFocusIn, { signal });
    document.addEventListener('focusout', onFocusOut, { signal });
    document.addEventListener('keydown', onKey, { signal });
    document.addEventListener('selectionchange', onSelection, { signal });
    update({});
    return () => {
      ending.abort();
      clearTimeout(idle);
    };
  }, [container]);
  return isInteracting;
}
