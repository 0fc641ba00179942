/** The links of the rows, or buttons with `data-row`, from top to bottom. Each row has one, which is its focusable element. */
export function rowLinks(container: ParentNode | null): HTMLElement[] {
  return [...(container?.querySelectorAll<HTMLElement>('tbody a[href], [data-row]') ?? [])];
}

/** The index of the focused row, from 0; -1 without one. */
export function focusedRow(container: ParentNode | null): number {
  const focused = document.activeElement;
  return focused instanceof HTMLElement ? rowLinks(container).indexOf(focused) : -1;
}

/**
 * Moves the focus by one row; at the ends it stays. Without a focused row it moves to the first visible row,
 * or for step -1 to the last.
 */
export function moveRowFocus(container: ParentNode | null, step: 1 | -1): void {
  const links = rowLinks(container);
  const from = focusedRow(container);
  const next = from === -1 ? firstInView(links, step) : links[from + step];
  if (!next) return;
  // focus() would scroll a row that is out of view into the middle of the window.
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus to the first row and scrolls it into view. */
export function focusFirstRow(container: ParentNode | null): void {
  const [first] = rowLinks(container);
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'nearest' });
}

/** Scrolls to the first row if it is above the viewport, as at the end of a long page. */
export function scrollToFirstRow(container: HTMLElement | null): void {
  container?.querySelector('[data-wide]')?.scrollTo({ top: 0 });
  if (container && container.getBoundingClientRect().top < 0) container.scrollIntoView();
}

function firstInView(links: readonly HTMLElement[], step: 1 | -1): HTMLElement | undefined {
  const ordered = step === 1 ? links : links.toReversed();
  return ordered.find(isInView) ?? ordered[0];
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
