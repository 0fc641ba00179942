'use client';

import { Search } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { headerButtonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { KeyCaps } from '@/components/ui/key-caps';
import { useOnDemand } from '@/components/ui/on-demand';
import { Toast } from '@/components/ui/toast';
import { isComposing } from '@/components/ui/typed-character';
import { useCopy } from '@/components/ui/use-copy';
import { useTemporary } from '@/components/ui/use-temporary';

const loadDialog = () => import('./palette-dialog').then((file) => file.PaletteDialog);

/** The header button that opens the command palette, also opened with Ctrl+K or Cmd+K. */
export function PaletteButton() {
  const path = usePathname();
  /** A counter of openings, and the page of the last one; the dialog closes on other pages. */
  const [opening, setOpening] = useState({ count: 0, path, isOpen: false });
  /** The element that had the focus before the dialog was opened. */
  const [from, setFrom] = useState<Element | null>(null);
  const [typed, setTyped] = useState('');
  const { copied, copy } = useCopy(3000);
  const [problem, setProblem] = useTemporary<string>(6000);
  const { Loaded: Dialog, isLoading, run, notice } = useOnDemand(loadDialog);
  const isHere = opening.path === path;
  const isOpen = opening.isOpen && isHere;
  const show = async () => {
    if (isOpen || isLoading) return;
    const focused = document.activeElement;
    setTyped('');
    setFrom(focused);
    setOpening({ count: opening.count + 1, path, isOpen: false });
    const isLoaded = await run(() => setOpening({ count: opening.count + 1, path, isOpen: true }));
    if (!isLoaded && document.activeElement === document.body) focusElement(focused);
  };
  useCommands(() => [{ keys: '$mod+k', label: 'Jump to a monitor', group: 'Global', run: show }]);
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
      {Dialog ? (
        <Dialog
          open={isOpen}
          opening={opening.count}
          typed={typed}
          from={from}
          onClose={() => setOpening({ ...opening, isOpen: false })}
          onPage={{ copyLink: () => copy('link', location.href), report: setProblem }}
        />
      ) : null}
      {isLoading && isHere ? (
        // Receives the keys typed while the dialog loads. Otherwise they would trigger shortcuts of the page.
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog that is about to open takes the focus, too.
          autoFocus
          aria-label="Jump to a monitor"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isComposing(event)) focusElement(from);
          }}
          className="sr-only"
        />
      ) : null}
      {notice}
      <Toast message={problem ?? (copied && `Copied ${copied}`)} />
    </>
  );
}

function focusElement(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus();
}
