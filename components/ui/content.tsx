'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';

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
 * The element around the page's content, which gets the focus when a navigation removes the focused element.
 */
export function Content({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The focused element may have been removed. Next announces the new title; reading continues from here.
    if (document.activeElement === null || document.activeElement === document.body) {
      contentElement()?.focus({ preventScroll: true });
    }
  }, [pathname]);
  return (
    <div id={ID} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
