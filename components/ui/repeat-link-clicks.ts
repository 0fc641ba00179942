/**
 * Delays plain clicks on links until a URL change has been written, because Next's router aborts a pending
 * navigation when the URL is changed otherwise.
 *
 * @param written settles when the URL has been written
 */
export function repeatLinkClicksAfter(written: Promise<unknown>): void {
  const ending = new AbortController();
  const end = () => ending.abort();
  written.then(end, end);
  const onClick = (event: MouseEvent) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('a[href]:not([target], [download])')
        : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A row may have been replaced meanwhile. A click on a disconnected link would load the complete
    // document.
    const repeat = () => (link.isConnected ? link : (linkTo(link.href) ?? link)).click();
    written.then(repeat, repeat);
  };
  window.addEventListener('click', onClick, { capture: true, signal: ending.signal });
}

function linkTo(href: string): HTMLAnchorElement | undefined {
  return [...document.links]
    .filter((link) => link instanceof HTMLAnchorElement)
    .find((link) => link.href === href);
}
