import type { RefObject } from 'react';
import type { Command } from './commands';

/** The links of the rows, or buttons with `data-row`, from top to bottom. Each row has one, which is its focusable element. */
export function rowLinks(container: ParentNode | null): HTMLElement[] {
  return [...(container?.querySelectorAll<HTMLElement>('tbody a[href], [data-row]') ?? [])];
}

/** The index of the focused row, from 0; -1 without one. */
export function focusedRow(container: ParentNode | null): number {
  const focused = document.activeElement;
  return focused instanceof HTMLElement ? rowLinks(container).indexOf(focused) : -1;
}

/** The index of the row in which the focus is, such as on the button that opens a group; -1: outside of all rows. */
function rowWithFocus(container: ParentNode | null): number {
  const row = document.activeElement?.closest('tr, li');
  return row ? rowLinks(container).findIndex((link) => row.contains(link)) : -1;
}

/**
 * Moves the focus by one row; at the ends it stays. From outside of the rows it moves to the first visible row,
 * or for step -1 to the last.
 */
function moveRowFocus(container: ParentNode | null, step: 1 | -1): void {
  const links = rowLinks(container);
  const focused = focusedRow(container);
  const from = focused === -1 ? rowWithFocus(container) : focused;
  const ordered = step === 1 ? links : links.toReversed();
  const next = from === -1 ? (ordered.find(isInView) ?? ordered[0]) : links[from + step];
  focusRow(next);
}

function focusRow(row: HTMLElement | undefined): void {
  // focus() would scroll a row that is out of view into the middle of the window.
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus to the first row and scrolls it into view. */
export function focusFirstRow(container: ParentNode | null): void {
  focusRow(rowLinks(container)[0]);
}

/** Scrolls to the first row if it is above the viewport, as at the end of a long page. */
export function scrollToFirstRow(container: HTMLElement | null): void {
  container?.querySelector('[data-wide]')?.scrollTo({ top: 0 });
  if (container && container.getBoundingClientRect().top < 0) container.scrollIntoView();
}

/** Whether a row is between the sticky elements at the top and the bottom of the window. */
function isInView(link: Element): boolean {
  const { top, bottom } = link.getBoundingClientRect();
  const headings = link.closest('table')?.tHead?.getBoundingClientRect().bottom ?? 0;
  const margins = getComputedStyle(link);
  const above = Number.parseFloat(margins.scrollMarginTop) || 0;
  const below = Number.parseFloat(margins.scrollMarginBottom) || 0;
  return top >= Math.max(above, headings) && bottom <= innerHeight - below;
}

/**
 * The keyboard commands that move the focus between rows and open the focused one.
 *
 * @param labels of moving down, moving up and opening
 * @param onLeaveTop called when ↑ is pressed in the first row
 */
export function rowCommands(
  container: RefObject<HTMLElement | null>,
  group: Command['group'],
  [next, previous, opening]: readonly [string, string, string],
  onLeaveTop?: () => void,
): Command[] {
  /** Whether arrow keys move between rows: the focus is on the body, on the content element, or within the rows. */
  const isFree = () => {
    const focused = document.activeElement;
    return focused?.contains(container.current) || container.current?.contains(focused) || false;
  };
  const down = { group, repeats: true, label: next, run: () => moveRowFocus(container.current, 1) };
  const up = { group, repeats: true, label: previous, run: () => moveRowFocus(container.current, -1) };
  const open = {
    group,
    label: opening,
    when: () => focusedRow(container.current) !== -1,
    run: () => rowLinks(container.current)[focusedRow(container.current)]?.click(),
  };
  const leaveOrMove = () =>
    onLeaveTop && focusedRow(container.current) === 0 ? onLeaveTop() : moveRowFocus(container.current, -1);
  return [
    { ...down, keys: 'j' },
    { ...up, keys: 'k' },
    { ...down, keys: 'ArrowDown', when: isFree },
    { ...up, keys: 'ArrowUp', when: isFree, run: leaveOrMove },
    { ...open, keys: 'Enter' },
    { ...open, keys: 'o' },
  ];
}
