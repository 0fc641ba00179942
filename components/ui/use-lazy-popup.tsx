import { X } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useState, useTransition } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button';
import { ChunkErrorBoundary, type LoadComponent, lazyChunk } from './lazy-chunk';

interface LazyPopupState<Props extends object> {
  isOpen: boolean;
  /** Whether the popup has been requested and its chunk is loading. */
  isLoading: boolean;
  /** Opens the popup when it is loaded, unless the user has moved on meanwhile. */
  show(): void;
  /**
   * Loads and mounts the popup closed, and sets `isPressPending`: the caller repeats the press to open it.
   */
  showByKeyPress(): void;
  isPressPending: boolean;
  /** Called when the press has been repeated. */
  clearPendingPress(): void;
  /** Preloads the popup when the user may open it, and mounts it closed. */
  prepare(): void;
  setOpen(open: boolean): void;
  /** Renders the popup when it is loaded, or a notice that it could not be loaded. */
  render(props: Props): ReactNode;
}

/**
 * A popup whose component is loaded on demand. While it loads the page does not change, because a transition
 * waits for the chunk. After a failure the next `show` retries.
 *
 * @param options.waitingArea events in this element while loading do not count as moving on
 * @param options.onFailed called when the popup could not be loaded
 */
export function useLazyPopup<Props extends object>(
  load: LoadComponent<Props>,
  { waitingArea, onFailed }: { waitingArea?: RefObject<Element | null>; onFailed?: () => void } = {},
): LazyPopupState<Props> {
  const [{ Popup, failures }, setLazy] = useState(() => ({ Popup: lazyChunk(load), failures: 0 }));
  const [isMounted, setMounted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isPressPending, setPressPending] = useState(false);
  const [isFailureShown, showFailure] = useState(false);
  const [isLoading, startTransition] = useTransition();

  useEffect(() => {
    if (!isLoading) return;
    return untilMovedOn(waitingArea?.current ?? null, () => {
      setMounted(false);
      setOpen(false);
      setPressPending(false);
    });
  }, [isLoading, waitingArea]);

  const fail = () => {
    setLazy({ Popup: lazyChunk(load), failures: failures + 1 });
    setMounted(false);
    setOpen(false);
    setPressPending(false);
    showFailure(true);
    onFailed?.();
  };

  return {
    isOpen,
    isLoading,
    isPressPending,
    setOpen,
    clearPendingPress: () => setPressPending(false),
    show() {
      showFailure(false);
      startTransition(() => {
        setMounted(true);
        setOpen(true);
      });
    },
    showByKeyPress() {
      showFailure(false);
      startTransition(() => {
        setMounted(true);
        setPressPending(true);
      });
    },
    prepare() {
      const mount = () => startTransition(() => setMounted(true));
      // A failed preload is not reported.
      load().then(mount, () => {});
    },
    render: (props) => (
      <>
        {/* Suspense is mounted before the popup, so that the transition waits instead of showing the fallback. */}
        {isLoading || isMounted ? (
          <ChunkErrorBoundary key={failures} onError={fail}>
            <Suspense>{isMounted ? <Popup {...props} /> : null}</Suspense>
          </ChunkErrorBoundary>
        ) : null}
        {isFailureShown ? <ChunkLoadNotice onDismiss={() => showFailure(false)} /> : null}
      </>
    ),
  };
}

/** A floating notice that a popup could not be loaded. */
function ChunkLoadNotice({ onDismiss }: { onDismiss: () => void }) {
  return createPortal(
    <div
      role="alert"
      className="fixed inset-x-2 bottom-4 z-50 mx-auto flex w-fit max-w-[calc(100vw-16px)] flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-surface px-3 py-2 text-ink shadow-popup"
    >
      <p>Couldn’t load this section. Check your connection or reload.</p>
      <span className="flex gap-1">
        <Button onClick={() => location.reload()}>Reload</Button>
        <Button variant="ghost" square aria-label="Dismiss" onClick={onDismiss}>
          <X />
        </Button>
      </span>
    </div>,
    document.body,
  );
}

/**
 * Calls `onMovedOn` once when the user moves on while a popup loads: with the pointer, Tab or Escape, or by
 * typing into a field.
 *
 * @param waitingArea events in this element do not count as moving on
 * @returns a function that stops listening
 */
function untilMovedOn(waitingArea: Element | null, onMovedOn: () => void): () => void {
  const ending = new AbortController();
  const end = () => ending.abort();
  const onEvent = (event: Event) => {
    if (event.target instanceof Node && waitingArea?.contains(event.target)) return;
    end();
    onMovedOn();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.repeat) return;
    if (event.key === 'Escape' || event.key === 'Tab') {
      end();
      onMovedOn();
    } else if (event.target instanceof Element && event.target.matches('input, textarea, select')) {
      onEvent(event);
    }
  };
  const options = { capture: true, signal: ending.signal };
  document.addEventListener('pointerdown', onEvent, options);
  // No focus events, because a closing popup may restore the focus without user action.
  document.addEventListener('keydown', onKey, options);
  return end;
}
