'use client';

import { Search } from 'lucide';
import { usePathname } from 'next/navigation';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { headerButton } from '@/components/shell/header-button';
import { useCommands } from '@/components/ui/commands';
import { isComposing } from '@/components/ui/composing';
import { Icon } from '@/components/ui/icon';
import { KeyCaps } from '@/components/ui/key-caps';
import { createSource, useLoaded } from '@/components/ui/lazy-parts';
import { useRequestedLoad } from '@/components/ui/load-failure';

const source = createSource(() => import('./jump-dialog'));

/** Finds any monitor by a few letters, from everywhere; its own keys are Control or Command and K. */
export function JumpButton() {
  const path = usePathname();
  /** The page on which it was opened: it does not stay open on another. */
  const [openAt, setOpenAt] = useState<string | null>(null);
  /** What had the focus then. */
  const [from, setFrom] = useState<Element | null>(null);
  const [typed, setTyped] = useState('');
  const [opening, setOpening] = useState(0);
  const waiting = useRef<HTMLInputElement>(null);
  const dialog = useLoaded(source);
  const load = useRequestedLoad();
  const open = openAt === path;
  const show = async () => {
    // Pressed again, the keys change nothing.
    if (open) return;
    const focused = document.activeElement;
    setTyped('');
    setOpening(opening + 1);
    setFrom(focused);
    setOpenAt(path);
    if (await load(source)) return;
    // Who has gone elsewhere meanwhile stays there.
    const isHere = document.activeElement === waiting.current;
    setOpenAt(null);
    if (isHere && focused instanceof HTMLElement) focused.focus();
  };
  useCommands(() => [
    { keys: '$mod+k', caps: ['Mod', 'K'], label: 'Jump to a monitor', group: 'Everywhere', run: show },
  ]);
  return (
    <>
      <button
        type="button"
        title="Jump to a monitor"
        aria-haspopup="dialog"
        aria-expanded={open && dialog !== null}
        onClick={show}
        className={`${headerButton} max-lg:w-[26px] lg:w-56 lg:justify-start lg:pr-1 lg:pl-2.5`}
      >
        <Icon of={Search} className="size-3.5" />
        <span className="flex-1 text-left max-lg:sr-only">Jump to a monitor</span>
        <span className="max-lg:hidden">
          <KeyCaps caps={['Mod', 'K']} />
        </span>
      </button>
      {dialog ? (
        <dialog.JumpDialog
          open={open}
          opening={opening}
          typed={typed}
          from={from}
          onClose={() => setOpenAt(null)}
        />
      ) : null}
      {open && dialog === null ? (
        <TypedMeanwhile
          field={waiting}
          text={typed}
          onText={setTyped}
          onLeave={() => setOpenAt(null)}
          from={from}
        />
      ) : null}
    </>
  );
}

interface TypedMeanwhileProps {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  /** Escape was pressed, or the focus has gone elsewhere. */
  onLeave: () => void;
  /** What had the focus. */
  from: Element | null;
}

/** Takes what is typed while the dialog is loading, so that it goes neither lost nor to the page's single keys. */
function TypedMeanwhile({ field, text, onText, onLeave, from }: TypedMeanwhileProps) {
  // In the commit that shows it: the next key may come before the browser has painted it.
  useLayoutEffect(() => field.current?.focus(), [field]);
  return (
    <input
      ref={field}
      aria-label="Jump to a monitor"
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return;
        onLeave();
        if (from instanceof HTMLElement) from.focus();
      }}
      // Another window takes the focus without ending the wait.
      onBlur={() => {
        if (document.hasFocus()) onLeave();
      }}
      className="sr-only"
    />
  );
}
