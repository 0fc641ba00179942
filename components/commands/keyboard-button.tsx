'use client';

import { Keyboard } from 'lucide';
import { lazy, Suspense, useState } from 'react';
import { headerButton } from '@/components/shell/header-button';
import { useCommands } from '@/components/ui/commands';
import { Icon } from '@/components/ui/icon';

const CommandSheet = lazy(() =>
  import('./command-sheet').then((loaded) => ({ default: loaded.CommandSheet })),
);

/** Shows what the keyboard does; its own key is `?`. Offered where there is likely to be a keyboard. */
export function KeyboardButton() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  useCommands(() => [
    {
      // Wherever it is on a keyboard, with Shift or without.
      keys: '[Shift]+?',
      caps: ['?'],
      label: 'Show keyboard shortcuts',
      group: 'Everywhere',
      run: show,
    },
  ]);
  return (
    <>
      <button
        type="button"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={show}
        className={`${headerButton} w-[26px] max-sm:hidden pointer-coarse:hidden`}
      >
        <Icon of={Keyboard} className="size-3.5" />
      </button>
      {wanted ? (
        <Suspense>
          <CommandSheet open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
