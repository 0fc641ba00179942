import { useRef } from 'react';
import { contentElement } from '@/components/ui/content';
import { Modal } from '@/components/ui/modal';
import { PaletteSearch } from './palette-search';

interface PaletteDialogProps {
  open: boolean;
  /** A number that differs for each opening, so that the search field is reset. */
  opening: number;
  /** The text typed while the dialog was loading. */
  typed: string;
  /** The element that had the focus before. */
  from: Element | null;
  onClose: () => void;
  onCopyLink: () => void;
}

/**
 * The modal dialog of the command palette. Dismissing it restores the focus; choosing an item moves the focus
 * to the content of the page.
 */
export function PaletteDialog({ open, opening, typed, from, onClose, onCopyLink }: PaletteDialogProps) {
  const hasChosen = useRef(false);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Jump to a monitor"
      heading={false}
      focusAfter={() => {
        const shouldRestore =
          !hasChosen.current && from instanceof HTMLElement && from !== document.body && from.isConnected;
        hasChosen.current = false;
        return shouldRestore ? from : contentElement();
      }}
      className="max-w-[640px]"
    >
      <PaletteSearch
        key={opening}
        initialText={typed}
        onCopyLink={onCopyLink}
        onClose={() => {
          hasChosen.current = true;
          onClose();
        }}
      />
    </Modal>
  );
}
