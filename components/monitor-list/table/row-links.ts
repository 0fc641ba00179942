/** The links of the rows, from top to bottom: each row has one, and it holds the focus of its row. */
export function rowLinks(container: ParentNode | null): HTMLAnchorElement[] {
  return [...(container?.querySelectorAll<HTMLAnchorElement>('tbody a[href]') ?? [])];
}

/** Which row has the focus, from 0; -1 when none has. */
export function focusedRow(container: ParentNode | null): number {
  const focused = document.activeElement;
  return focused instanceof HTMLAnchorElement ? rowLinks(container).indexOf(focused) : -1;
}

/**
 * Moves the focus by one row; at the ends it stays. From elsewhere it goes to the first row that can be seen, or
 * upwards to the last.
 */
export function moveRowFocus(container: ParentNode | null, step: 1 | -1): void {
  const links = rowLinks(container);
  const from = focusedRow(container);
  const next = from === -1 ? firstInView(links, step) : links[from + step];
  if (!next) return;
  // The browser would scroll a row that is out of sight into the middle; the focus moves row by row.
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

/** Puts the focus on the first row, and shows it. */
export function focusFirstRow(container: ParentNode | null): void {
  const [first] = rowLinks(container);
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'nearest' });
}

/** Where the rows begin above what is to be seen, as at the end of a long page: shows their beginning. */
export function scrollToFirstRow(container: HTMLElement | null): void {
  container?.querySelector('[data-wide]')?.scrollTo({ top: 0 });
  if (container && container.getBoundingClientRect().top < 0) container.scrollIntoView();
}

function firstInView(links: readonly HTMLAnchorElement[], step: 1 | -1): HTMLAnchorElement | undefined {
  const ordered = step === 1 ? links : links.toReversed();
  return ordered.find(isInView) ?? ordered[0];
}

/** Below what stays at the top of the window, and above what stays at its bottom. */
function isInView(link: Element): boolean {
  const { top, bottom } = link.getBoundingClientRect();
  const headings = link.closest('table')?.tHead?.getBoundingClientRect().bottom ?? 0;
  const margins = getComputedStyle(link);
  const above = Number.parseFloat(margins.scrollMarginTop) || 0;
  const below = Number.parseFloat(margins.scrollMarginBottom) || 0;
  return top >= Math.max(above, headings) && bottom <= innerHeight - below;
}
