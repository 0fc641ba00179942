'use client';

// biome-ignore lint/style/noRestrictedImports: this component wraps it.
import NextLink, { type LinkProps } from 'next/link';
import { basePath } from '@/lib/text/base-path';

/**
 * An internal link. It never prefetches, because a monitor's page sends upstream requests. A link to the
 * current URL requests the page again, which Next does, and scrolls to its top.
 */
export function Link<Href>({ onNavigate, ...link }: LinkProps<Href>) {
  return (
    <NextLink
      {...link}
      prefetch={false}
      onNavigate={(event) => {
        let isPrevented = false;
        onNavigate?.({
          preventDefault: () => {
            isPrevented = true;
            event.preventDefault();
          },
        });
        if (!isPrevented && typeof link.href === 'string' && isCurrent(basePath + link.href))
          window.scrollTo(0, 0);
      }}
    />
  );
}

/** Whether a URL is the current one, including its query. */
function isCurrent(href: string): boolean {
  return new URL(href, location.href).href === location.href;
}

/**
 * Opens an internal URL in another tab. A synthetic click is not sufficient: Firefox ignores its modifier
 * keys, and no browser opens a tab for a synthetic click with the middle button.
 */
export function openTab(href: string): void {
  window.open(href, '_blank', 'noopener');
}
