'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useEffect, useState } from 'react';
import { ClockProvider } from '@/components/ui/clock';
import { PreferencesProvider } from '@/components/ui/preferences';
import { keepNewestUrl } from '@/lib/client/keep-newest-url';
import type { Preferences } from '@/lib/client/preferences';
import { createQueryClient, openSignIn } from '@/lib/client/query-client';

if (typeof window !== 'undefined') tolerateTranslation();

export function Providers(props: {
  /** The server's time of rendering, in milliseconds since the epoch. */
  serverNow: number;
  preferences: Preferences;
  children: ReactNode;
}) {
  const { serverNow, preferences, children } = props;
  const [queryClient] = useState(() => createQueryClient(openSignIn));
  // Next's router wraps `history` in an effect of a parent, which runs after this one.
  useEffect(() => queueMicrotask(() => keepNewestUrl(window)), []);
  return (
    <ClockProvider serverNow={serverNow}>
      <PreferencesProvider initial={preferences}>
        <QueryClientProvider client={queryClient}>
          <NuqsAdapter>{children}</NuqsAdapter>
        </QueryClientProvider>
      </PreferencesProvider>
    </ClockProvider>
  );
}

/**
 * Lets React work on a page that the browser has translated. The translation wraps text nodes in `<font>`; React then does
 * not find them in their parent, and throws (facebook/react#11538). The wrapper is taken for its text node.
 * A text that React changes in an emptied wrapper stays translated until its element is rendered anew.
 */
function tolerateTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const own = childAround(this, child);
    if (own) removeChild.call(this, own);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && childAround(this, before));
    return node;
  };
}

/** The child of `parent` that is `node` or contains it; null if there is none. */
function childAround(parent: Node, node: Node): Node | null {
  let own: Node | null = node;
  while (own && own.parentNode !== parent) own = own.parentNode;
  return own;
}
