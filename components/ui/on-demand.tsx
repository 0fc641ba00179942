import { X } from 'lucide-react';
import {
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Button } from './button';

/** Imports a component from its own chunk. */
type LoadComponent<Props extends object> = () => Promise<ComponentType<Props>>;

/**
 * A component that is loaded at its first use. After a failure the next `run` tries again.
 *
 * @returns `run` loads the component and then calls its argument, unless the focus has moved meanwhile; `notice` says that
 *   loading failed, and must be rendered
 */
export function useOnDemand<Props extends object>(load: LoadComponent<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const run = async (onLoaded: () => void) => {
    if (Loaded !== null) return onLoaded();
    if (state === 'loading') return;
    flushSync(() => setState('loading'));
    const focused = document.activeElement;
    const component = await load().catch(() => null);
    const isWaiting = document.activeElement === focused;
    flushSync(() => {
      setLoaded(() => component);
      setState(component === null ? 'failed' : 'idle');
    });
    if (component !== null && isWaiting) onLoaded();
  };
  const notice: ReactNode = state === 'failed' ? <LoadNotice onDismiss={() => setState('idle')} /> : null;
  return { Loaded, isLoading: state === 'loading', run, notice };
}

/** The button's props that a popup passes to the trigger of Base UI. */
export type TriggerProps = Pick<
  ComponentProps<'button'>,
  'id' | 'className' | 'title' | 'children' | 'aria-label'
>;

type PopupButtonProps<Props extends object> = TriggerProps & {
  kind: 'menu' | 'dialog';
  /** Imports the popup: a component that renders Base UI's root, the trigger and the popup. */
  load: LoadComponent<Props & { trigger: TriggerProps }>;
  panel: Props;
};

/**
 * A button that opens a menu, popover or dialog of Base UI. Base UI is as large as React, so it is loaded when
 * the button is hovered, focused or pressed; after the first press Base UI's trigger replaces the button.
 */
export function PopupButton<Props extends object>(props: PopupButtonProps<Props>) {
  const { kind, load, panel, ...trigger } = props;
  const id = useId();
  const { Loaded: Popup, isLoading, run, notice } = useOnDemand(load);
  if (Popup !== null) return <Popup {...panel} trigger={{ ...trigger, id }} />;
  const open = () =>
    run(() => {
      const button = document.getElementById(id);
      button?.focus();
      button?.click();
    });
  // A failure is reported when the button is pressed.
  const preload = () => void load().catch(() => {});
  return (
    <>
      <button
        type="button"
        {...trigger}
        id={id}
        aria-haspopup={kind}
        aria-expanded={false}
        aria-busy={isLoading}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
        onKeyDown={(event: KeyboardEvent) => {
          if (kind !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
          event.preventDefault();
          open();
        }}
      />
      {notice}
    </>
  );
}

/** A floating notice that a popup could not be loaded, for example after an update of Sightline. */
function LoadNotice({ onDismiss }: { onDismiss: () => void }) {
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
