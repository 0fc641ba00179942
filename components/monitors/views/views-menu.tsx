'use client';

import { Bookmark, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '@/components/ui/button';
import { createSource, useLoaded } from '@/components/ui/lazy-parts';
import { Popover } from '@/components/ui/popover';
import type { MonitorsView } from '../use-monitors-url';
import { useSavedViews } from './use-saved-views';

const source = createSource(() => import('./views-panel'));

/** The saved views behind a button, which says the one that is shown now. */
export function ViewsMenu({ view }: { view: MonitorsView }) {
  const saved = useSavedViews(view.url);
  const [open, setOpen] = useState(false);
  const panel = useLoaded(source);
  return (
    <Popover.Root
      // Not before there is something in it: the focus goes to what is there when it opens.
      open={open && panel !== null}
      onOpenChange={(next) => {
        if (next) source.load();
        setOpen(next);
      }}
    >
      <Popover.Trigger
        aria-label={saved.active ? `Views: ${saved.active.name}` : 'Views'}
        className={`${buttonClass()} max-sm:hidden`}
      >
        <Bookmark aria-hidden className={saved.active ? 'fill-current text-accent' : ''} />
        <span className="max-w-28 truncate">{saved.active?.name ?? 'Views'}</span>
        <ChevronDown aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" collisionPadding={8} className="z-40">
          <Popover.Popup className="w-80 rounded-lg border border-line bg-surface p-1 text-sm shadow-popup outline-none">
            <Popover.Title className="sr-only">Views</Popover.Title>
            {panel ? <panel.ViewsPanel view={view} saved={saved} onShown={() => setOpen(false)} /> : null}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
