'use client';

// biome-ignore lint/style/noRestrictedImports: this is the one place that wraps it.
import NextLink, { type LinkProps } from 'next/link';

/**
 * A link to a page of ours. It never prefetches, because a monitor's page reads upstream. One that leads to the page that
 * is shown reads it again, which is Next's doing, from its top.
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
        if (!isPrevented && typeof link.href === 'string' && isShown(link.href)) window.scrollTo(0, 0);
      }}
    />
  );
}

/** Whether an address is that of the very page that is shown, filters and all. */
function isShown(href: string): boolean {
  return new URL(href, location.href).href === location.href;
}
