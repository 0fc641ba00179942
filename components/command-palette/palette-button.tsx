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

/** Finds any monitor by a few letters, from everywhere; its own keys are Control or Command and K. */
export function PaletteButton() {
  const path = usePathname();
  /** One for each opening, with the page on which it was opened: it does not stay open on another. */
  const [opening, setOpening] = useState({ count: 0, path });
  /** What had the focus then. */
  const [from, setFrom] = useState<Element | null>(null);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { outcome, copy } = useCopy<string>(3000);
  const giveFocusBack = () => {
    if (from instanceof HTMLElement) from.focus();
  };
  const dialog = useLazyPopup(loadDialog, {
    waitingArea: field,
    onFailed: () => {
      // People who have gone elsewhere meanwhile stay there.
      if (document.activeElement === document.body) giveFocusBack();
    },
  });
  const isHere = opening.path === path;
  const isOpen = dialog.isOpen && isHere;
  const show = () => {
    // Pressed again, the keys change nothing.
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
        <TypedMeanwhile field={field} text={typed} onText={setTyped} onEscape={giveFocusBack} />
      ) : null}
      <Toast message={copyMessage(outcome)} />
    </>
  );
}

interface TypedMeanwhileProps {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  onEscape: () => void;
}

/** Takes what is typed while the dialog is loading, so that it goes neither lost nor to the page's single keys. */
function TypedMeanwhile({ field, text, onText, onEscape }: TypedMeanwhileProps) {
  // In the commit that shows it: the next key may come before the browser has painted it.
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
