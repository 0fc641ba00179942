'use client';

import { Search } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { headerButtonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { KeyCaps } from '@/components/ui/key-caps';
import { Toast } from '@/components/ui/toast';
import { isComposing } from '@/components/ui/typed-character';
import { copyMessage, useCopy } from '@/components/ui/use-copy';
import { useLazyPopup } from '@/components/ui/use-lazy-popup';

const loadDialog = () => import('./palette-dialog').then((file) => file.PaletteDialog);

/**
 * The header button that opens the command palette, also opened with Ctrl+K or Cmd+K. The dialog is loaded
 * lazily.
 */
export function PaletteButton() {
  const path = usePathname();
  /** A counter of openings, and the page of the last one; the dialog closes on other pages. */
  const [opening, setOpening] = useState({ count: 0, path });
  /** The element that had the focus before the dialog was opened. */
  const [from, setFrom] = useState<Element | null>(null);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { outcome, copy } = useCopy<string>(3000);
  const restoreFocus = () => {
    if (from instanceof HTMLElement) from.focus();
  };
  const dialog = useLazyPopup(loadDialog, {
    waitingArea: field,
    onFailed: () => {
      // Does not move the focus of users who have focused another element meanwhile.
      if (document.activeElement === document.body) restoreFocus();
    },
  });
  const isHere = opening.path === path;
  const isOpen = dialog.isOpen && isHere;
  const show = () => {
    if (isOpen || dialog.isLoading) return;
    setTyped('');
    setOpening({ count: opening.count + 1, path });
    setFrom(document.activeElement);
    dialog.show();
  };
  useCommands(() => [
    { keys: '$mod+k', caps: ['Mod', 'K'], label: 'Jump to a monitor', group: 'Global', run: show },
  ]);
  return (
    <>
      <button
        type="button"
        title="Jump to a monitor"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={show}
        className={`${headerButtonClass} max-lg:w-[26px] lg:w-56 lg:justify-start lg:pr-1 lg:pl-2.5`}
      >
        <Search className="size-3.5" />
        <span className="flex-1 text-left max-lg:sr-only">Jump to a monitor</span>
        <span className="max-lg:hidden">
          <KeyCaps caps={['Mod', 'K']} />
        </span>
      </button>
      {dialog.render({
        open: isOpen,
        opening: opening.count,
        typed,
        from,
        onClose: () => dialog.setOpen(false),
        onCopyLink: () => copy('link', location.href),
      })}
      {dialog.isLoading && isHere ? (
        <LoadingInput field={field} text={typed} onText={setTyped} onEscape={restoreFocus} />
      ) : null}
      <Toast message={copyMessage(outcome)} />
    </>
  );
}

interface LoadingInputProps {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  onEscape: () => void;
}

/**
 * A hidden field that receives typed text while the dialog loads, so that it triggers no single-key
 * shortcuts.
 */
function LoadingInput({ field, text, onText, onEscape }: LoadingInputProps) {
  // A layout effect, because the next key may be pressed before the next paint.
  useLayoutEffect(() => field.current?.focus(), [field]);
  return (
    <input
      ref={field}
      aria-label="Jump to a monitor"
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isComposing(event)) onEscape();
      }}
      className="sr-only"
    />
  );
}
