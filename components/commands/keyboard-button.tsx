'use client';

import { Keyboard } from 'lucide';
import { headerButton } from '@/components/shell/header-button';
import { useCommands } from '@/components/ui/commands';
import { Icon } from '@/components/ui/icon';
import { createSource } from '@/components/ui/lazy-parts';
import { onAnyKeyboard } from '@/components/ui/typed-character';
import { useLazyDialog } from '@/components/ui/use-lazy-dialog';

const source = createSource(() => import('./command-sheet'));

/** Shows what the keyboard does; its own key is `?`. Offered where there is likely to be a keyboard. */
export function KeyboardButton() {
  const { parts, isOpen, show, close } = useLazyDialog(source);
  useCommands(() => [
    {
      keys: onAnyKeyboard('?'),
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
        aria-expanded={isOpen}
        onClick={show}
        className={`${headerButton} w-[26px] max-sm:hidden pointer-coarse:hidden`}
      >
        <Icon of={Keyboard} className="size-3.5" />
      </button>
      {parts ? <parts.CommandSheet open={isOpen} onClose={close} /> : null}
    </>
  );
}
