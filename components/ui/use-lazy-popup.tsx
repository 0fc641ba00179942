import { X } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useState, useTransition } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button';
import { ChunkErrorBoundary, type LoadComponent, lazyChunk } from './lazy-chunk';

interface LazyPopupState<Props extends object> {
  isOpen: boolean;
  /** Whether it is wanted and its chunk is on the way. */
  isLoading: boolean;
  /** Opens it as soon as it is loaded, unless the person has moved on by then. */
  show(): void;
  /**
   * The same, but closed at first: `isPressPending` says that the press which asked for it is to be repeated.
   */
  showByKeyPress(): void;
  isPressPending: boolean;
  /** The press has been repeated. */
  clearPendingPress(): void;
  /** Loads it for somebody who is about to open it, and mounts it closed. */
  prepare(): void;
  setOpen(open: boolean): void;
  /** The popup once it is loaded, or that it could not be loaded. */
  render(props: Props): ReactNode;
}

/**
 * A popup whose component is loaded when it is first needed. Until then nothing on the page changes: the
 * transition waits for the chunk. After a failure the next `show` loads it again.
 *
 * @param options.waitingArea where the person waits meanwhile: what happens in it is not moving on
 * @param options.onFailed called when it could not be loaded
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
      // Nobody has asked for it yet, so a failure is not said.
      load().then(mount, () => {});
    },
    render: (props) => (
      <>
        {/* There before the popup is, so that the transition waits rather than show an empty place. */}
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

/** Says over the page that the part somebody asked for could not be loaded. */
function ChunkLoadNotice({ onDismiss }: { onDismiss: () => void }) {
  return createPortal(
    <div
      role="alert"
      className="fixed inset-x-2 bottom-4 z-50 mx-auto flex w-fit max-w-[calc(100vw-16px)] flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-surface px-3 py-2 text-ink shadow-popup"
    >
      <p>Couldn’t load this part of the page. Check your connection or reload.</p>
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
 * Waits for something on somebody's behalf: calls back once when they go elsewhere meanwhile, with the
 * pointer, Tab or Escape, or by typing into a field.
 *
 * @param waitingArea where they are while they wait: what happens in it is not going elsewhere; null for
 *   nowhere in particular
 * @returns ends the wait
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
  // Not where the focus goes: it may be on its way back from a popup that closes, and nobody has moved it.
  document.addEventListener('keydown', onKey, options);
  return end;
}
