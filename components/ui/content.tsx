'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { withoutBasePath } from '@/lib/text/base-path';

const ID = 'content';

/** The focusable element around the page's content. */
export function contentElement(): HTMLElement | null {
  return document.getElementById(ID);
}

/** The first tab stop, which skips the header. Visible only while it has the focus. */
export function SkipLink() {
  return (
    <a
      href={`#${ID}`}
      onClick={(event) => {
        // Following the fragment link would add a history entry.
        event.preventDefault();
        contentElement()?.focus();
      }}
      className="fixed top-2 left-2 z-50 rounded-md border border-line-strong bg-surface px-3 py-1.5 text-ink text-sm shadow-popup not-focus:sr-only"
    >
      Skip to content
    </a>
  );
}

/**
 * The element around the page's content, which gets the focus when a navigation removes the focused element. When the
 * user goes back to a page, the link that was followed there gets the focus.
 */
export function Content({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const shown = useRef(pathname);
  /** The link that was last followed, by the path of the page. `nth`: of those with the same target, from 0. */
  const followed = useRef(new Map<string, { href: string; nth: number }>());
  /** The path that the Back or Forward button leads to. */
  const returningTo = useRef<string | null>(null);
  useEffect(() => {
    const onReturn = () => {
      returningTo.current = withoutBasePath(location.pathname);
    };
    addEventListener('popstate', onReturn);
    return () => removeEventListener('popstate', onReturn);
  }, []);
  // With the new page, before the user can press Back on it.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const isReturn = returningTo.current === pathname;
    returningTo.current = null;
    // The focused element may have been removed. Next announces the new title; reading continues from here.
    const content = contentElement();
    const focused = document.activeElement;
    if (focused !== null && focused !== document.body && focused !== content) return;
    const left = isReturn ? followed.current.get(pathname) : undefined;
    const link = left && linksTo(left.href)[left.nth];
    (link ?? content)?.focus({ preventScroll: true });
    // The browser has restored the scroll position, unless the page has changed.
    link?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <div
      id={ID}
      tabIndex={-1}
      onClickCapture={({ target }) => {
        const link = target instanceof Element ? target.closest('a') : null;
        const href = link?.getAttribute('href');
        if (link && href) followed.current.set(pathname, { href, nth: linksTo(href).indexOf(link) });
      }}
      className="outline-none"
    >
      {children}
    </div>
  );
}

/** The links of the content to a target, as it is written in the attribute, from top to bottom. */
function linksTo(href: string): HTMLAnchorElement[] {
  return [...(contentElement()?.querySelectorAll<HTMLAnchorElement>(`a[href="${CSS.escape(href)}"]`) ?? [])];
}

/** What surrounds every page but the wall, which fills the window. */
export function ExceptOnWall({ children }: { children: ReactNode }) {
  return usePathname() === '/wall' ? null : children;
}
