import { X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Button } from './button';

/** Says over the page that the part somebody asked for could not be loaded. */
export function ChunkLoadNotice({ onDismiss }: { onDismiss: () => void }) {
  return createPortal(
    <div
      role="alert"
      className="fixed inset-x-2 bottom-4 z-50 mx-auto flex w-fit max-w-[calc(100vw-16px)] flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-surface px-3 py-2 text-ink shadow-popup"
    >
      <p>This part of the page could not be loaded. Check your connection, or reload the page.</p>
      <span className="flex gap-1">
        <Button onClick={() => location.reload()}>Reload</Button>
        <Button look="ghost" square aria-label="Dismiss" onClick={onDismiss}>
          <X />
        </Button>
      </span>
    </div>,
    document.body,
  );
}
