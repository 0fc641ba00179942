import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

/** A modal dialog. The focus moves in and back; Escape and a click outside close it. */
export function Modal(props: {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Whether the title and the close button are visible; otherwise they are only for screen readers. */
  heading?: boolean;
  /** Returns the element that gets the focus after closing; by default the previously focused one. */
  focusAfter?: () => HTMLElement | null;
  className?: string;
  children: ReactNode;
}) {
  const { open, onClose, title, heading = true, focusAfter, className = '', children } = props;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-canvas/70 transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={popup}
          finalFocus={() => {
            const focused = document.activeElement;
            // Another popup was opened during the closing animation and has the focus.
            if (focused !== document.body && !popup.current?.contains(focused)) return false;
            if (focusAfter === undefined) return true;
            // Base UI would focus the first tab stop inside of an element that is not a tab stop itself.
            focusAfter()?.focus({ preventScroll: true });
            return false;
          }}
          className={`fixed top-[min(12vh,96px)] left-1/2 z-50 flex max-h-[calc(100dvh-min(12vh,96px)-16px)] w-[calc(100vw-16px)] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line-strong bg-surface text-ink text-sm shadow-popup outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0 max-sm:top-2 max-sm:max-h-[calc(100dvh-16px)] ${className}`}
        >
          {heading ? (
            <div className="flex h-11 shrink-0 items-center justify-between border-line border-b pr-2 pl-4">
              <Dialog.Title className="font-semibold text-md">{title}</Dialog.Title>
              <Dialog.Close
                aria-label="Close"
                className="grid size-7 place-items-center rounded-md text-ink-2 hover:bg-raised hover:text-ink"
              >
                <X className="size-4" />
              </Dialog.Close>
            </div>
          ) : (
            <Dialog.Title className="sr-only">{title}</Dialog.Title>
          )}
          {children}
          {heading ? null : <Dialog.Close className="sr-only">Close</Dialog.Close>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
