'use client';

import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { headerButtonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { useKeyTitle } from '@/components/ui/key-caps';
import { useOnDemand } from '@/components/ui/on-demand';
import { onAnyKeyboard } from '@/components/ui/typed-character';

const loadSheet = () => import('./shortcut-sheet').then((file) => file.ShortcutSheet);

/** The header button of the keyboard shortcuts, also opened with `?`. Hidden on touch devices and in narrow windows. */
export function KeyboardButton() {
  const { Loaded: Sheet, run, notice } = useOnDemand(loadSheet);
  const [isOpen, setOpen] = useState(false);
  // Opens also if the focus moves meanwhile. The palette has this command, and restores the focus as it closes.
  const show = () => {
    setOpen(true);
    void run(() => {});
  };
  const keyTitle = useKeyTitle();
  useCommands(() => [
    {
      keys: onAnyKeyboard('?'),
      label: 'Show keyboard shortcuts',
      group: 'Global',
      run: show,
    },
  ]);
  return (
    <>
      <button
        type="button"
        aria-label="Keyboard shortcuts"
        title={keyTitle('Keyboard shortcuts', '?')}
        aria-haspopup="dialog"
        aria-expanded={isOpen && Sheet !== null}
        onClick={show}
        className={`${headerButtonClass} w-[26px] max-lg:hidden pointer-coarse:hidden`}
      >
        <Keyboard className="size-3.5" />
      </button>
      {Sheet ? <Sheet open={isOpen} onClose={() => setOpen(false)} /> : null}
      {notice}
    </>
  );
}
