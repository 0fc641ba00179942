'use client';

import type { ComponentProps } from 'react';
import { isPlainClick } from './plain-click';

type StateLinkProps = Omit<ComponentProps<'a'>, 'onClick'> & { href: string; onFollow: () => void };

/**
 * A link to another state of the page that is shown. A plain click changes the page in place. The browser follows the
 * address in all other cases: before the scripts have run, and into another tab.
 */
export function StateLink({ href, onFollow, children, ...link }: StateLinkProps) {
  return (
    <a
      {...link}
      href={href}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onFollow();
      }}
    >
      {children}
    </a>
  );
}
