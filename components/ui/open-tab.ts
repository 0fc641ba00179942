/**
 * Opens an internal URL in another tab. A synthetic click is not sufficient: Firefox ignores its modifier
 * keys, and no browser opens a tab for a synthetic click with the middle button.
 */
export function openTab(href: string): void {
  window.open(href, '_blank', 'noopener');
}
