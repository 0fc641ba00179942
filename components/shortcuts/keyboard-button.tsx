'use client';

import { Keyboard } from 'lucide-react';
import { headerButtonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { onAnyKeyboard } from '@/components/ui/typed-character';
import { useKeyTitle } from '@/components/ui/use-key-title';
import { useLazyPopup } from '@/components/ui/use-lazy-popup';

const loadSheet = () => import('./shortcut-sheet').then((file) => file.CommandSheet);

/** The header button of the keyboard shortcuts, also opened with `?`. Hidden on touch devices and in narrow windows. */
export function KeyboardButton() {
  const sheet = useLazyPopup(loadSheet);
  const keyTitle = useKeyTitle();
  useCommands(() => [
    {
      keys: onAnyKeyboard('?'),
      caps: ['?'],
      label: 'Show keyboard shortcuts',
      group: 'Global',
      run: sheet.show,
    },
  ]);
  return (
    <>
      <button
        type="button"
        aria-label="Keyboard shortcuts"
        title={keyTitle('Keyboard shortcuts', '?')}
        aria-haspopup="dialog"
        aria-expanded={sheet.isOpen}
        onClick={sheet.show}
        className={`${headerButtonClass} w-[26px] max-lg:hidden pointer-coarse:hidden`}
      >
        <Keyboard className="size-3.5" />
      </button>
      {sheet.render({ open: sheet.isOpen, onClose: () => sheet.setOpen(false) })}
    </>
  );
}
