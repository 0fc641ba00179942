'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';

const ID = 'content';

/** The beginning of the page's content, which can be given the focus. */
export function contentElement(): HTMLElement | null {
  return document.getElementById(ID);
}

/** The first stop of the keyboard: past the header in one step. Seen only while it has the focus. */
export function SkipLink() {
  return (
    <a
      href={`#${ID}`}
      onClick={(event) => {
        // A jump within the page is no step that Back should undo.
        event.preventDefault();
        contentElement()?.focus();
      }}
      className="fixed top-2 left-2 z-50 rounded-md border border-line-strong bg-surface px-3 py-1.5 text-ink text-sm shadow-popup not-focus:sr-only"
    >
      Skip to content
    </a>
  );
}

/** What a page puts below the header. */
export function Content({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // What had the focus may have gone with the old page. Next says the new title; here reading goes on.
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
