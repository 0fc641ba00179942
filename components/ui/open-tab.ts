/**
 * Opens an address of ours in another tab. By the page itself: of a click that a script has made, Firefox ignores which
 * keys are held, and no browser opens a tab for the middle button.
 */
export function openTab(href: string): void {
  window.open(href, '_blank', 'noopener');
}
