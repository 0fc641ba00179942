'use client';

import { Search } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { headerButtonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { KeyCaps } from '@/components/ui/key-caps';
import { useOnDemand } from '@/components/ui/on-demand';

const loadDialog = () => import('./palette-dialog').then((file) => file.PaletteDialog);

/** The header button that opens the command palette, also opened with Ctrl+K or Cmd+K. */
export function PaletteButton() {
  const path = usePathname();
  /** The page on which the dialog is open; it closes on other pages. */
  const [openOn, setOpenOn] = useState<string | null>(null);
  const { Loaded: Dialog, run, notice } = useOnDemand(loadDialog);
  const isOpen = openOn === path;
  const show = () => void run(() => setOpenOn(path));
  useCommands(() => [{ keys: '$mod+k', label: 'Jump to a monitor', group: 'Global', run: show }]);
  return (
    <>
      <button
        type="button"
        title="Jump to a monitor"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={show}
        className={`${headerButtonClass} max-xl:w-[26px] xl:w-56 xl:justify-start xl:pr-1 xl:pl-2.5`}
      >
        <Search className="size-3.5" />
        <span className="flex-1 text-left max-xl:sr-only">Jump to a monitor</span>
        <span className="max-xl:hidden">
          <KeyCaps caps={['Mod', 'K']} />
        </span>
      </button>
      {Dialog ? <Dialog open={isOpen} onClose={() => setOpenOn(null)} /> : null}
      {notice}
    </>
  );
}
