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

function firstInView(links: readonly HTMLAnchorElement[], step: 1 | -1): HTMLAnchorElement | undefined {
  const ordered = step === 1 ? links : links.toReversed();
  return ordered.find(isInView) ?? ordered[0];
}

/** Below the headings, which stay at the top, and above the end of the window. */
function isInView(link: Element): boolean {
  const { top, bottom } = link.getBoundingClientRect();
  const headings = link.closest('table')?.tHead?.getBoundingClientRect().bottom ?? 0;
  return top >= Math.max(0, headings) && bottom <= innerHeight;
}
