import { useRef } from 'react';
import { contentElement } from '@/components/ui/content';
import { Modal } from '@/components/ui/modal';
import { PaletteSearch } from './palette-search';

interface PaletteDialogProps {
  open: boolean;
  /** Tells one opening from the next: each begins with its own text. */
  opening: number;
  /** What was typed before this was loaded. */
  typed: string;
  /** What had the focus. */
  from: Element | null;
  onClose: () => void;
  onCopyLink: () => void;
}

/** Closed without a choice the focus goes back; after a choice, to the page that it leads to. */
export function PaletteDialog({ open, opening, typed, from, onClose, onCopyLink }: PaletteDialogProps) {
  const went = useRef(false);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Jump to a monitor"
      heading={false}
      focusAfter={() => {
        const back =
          !went.current && from instanceof HTMLElement && from !== document.body && from.isConnected;
        went.current = false;
        return back ? from : contentElement();
      }}
      className="max-w-[640px]"
    >
      <PaletteSearch
        key={opening}
        typed={typed}
        onCopyLink={onCopyLink}
        onLeave={() => {
          went.current = true;
          onClose();
        }}
      />
    </Modal>
  );
}
