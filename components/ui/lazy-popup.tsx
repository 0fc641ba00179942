import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { LoadComponent } from './lazy-chunk';
import { useLazyPopup } from './use-lazy-popup';

type ButtonProps = ComponentProps<'button'>;

interface PopupContextValue {
  open: boolean;
  setOpen(open: boolean): void;
  /** Receives the props of Base UI's trigger; null when it is unmounted. */
  connectTrigger(props: ButtonProps | null): void;
}

const PopupContext = createContext<PopupContextValue | null>(null);

/** The state of the surrounding `LazyPopup`. @throws Error outside of one */
export function usePopup(): PopupContextValue {
  const context = use(PopupContext);
  if (context === null) throw new Error('usePopup needs a LazyPopup around it');
  return context;
}

interface LazyPopupProps<Props extends object> extends TriggerProps {
  /** Imports the panel, a component that renders a `MenuFrame` or a `PopoverFrame`. */
  load: LoadComponent<Props>;
  /** The props of the panel. */
  panel: Props;
}

/**
 * A button and the menu or popover it opens. The scripts of Base UI's popups are as large as React, so they
 * are loaded when the button is hovered, focused or pressed. The button is rendered in the first HTML and
 * stays the same element: when Base UI's trigger is loaded, it passes its handlers and attributes to this
 * button (ADR 0025).
 */
export function LazyPopup<Props extends object>({ load, panel, kind, trigger }: LazyPopupProps<Props>) {
  const button = useRef<HTMLElement>(null);
  const popup = useLazyPopup(load, { waitingArea: button });
  return (
    <PopupTrigger
      kind={kind}
      trigger={trigger}
      open={popup.isOpen}
      setOpen={popup.setOpen}
      onPrepare={popup.prepare}
      onShow={(pressed, isKeyboard) => {
        button.current = pressed;
        if (isKeyboard) popup.showByKeyPress();
        else popup.show();
      }}
      isPressPending={popup.isPressPending}
      onRepeatPress={() => {
        popup.clearPendingPress();
        button.current?.click();
      }}
    >
      {popup.render(panel)}
    </PopupTrigger>
  );
}

interface TriggerProps {
  kind: 'menu' | 'dialog';
  /** Props of the button; its handlers belong to the popup. */
  trigger: Pick<ButtonProps, 'className' | 'title' | 'disabled' | 'children' | 'aria-label'>;
}

interface PopupTriggerProps extends TriggerProps, Pick<PopupContextValue, 'open' | 'setOpen'> {
  onPrepare: () => void;
  onShow: (button: HTMLElement, isKeyboard: boolean) => void;
  isPressPending: boolean;
  onRepeatPress: () => void;
  children: ReactNode;
}

/** Holds the trigger's props as state, so that a change of them renders only the button and not the popup. */
function PopupTrigger(props: PopupTriggerProps) {
  const { kind, trigger, open, setOpen, onPrepare, onShow, isPressPending, onRepeatPress, children } = props;
  const [connected, connectTrigger] = useState<ButtonProps | null>(null);
  const isConnected = connected !== null;
  const repeatPress = useEffectEvent(onRepeatPress);
  // Repeats the press, because Base UI focuses the first item of a menu only after a key press that it
  // handled.
  useEffect(() => {
    if (isConnected && isPressPending) repeatPress();
  }, [isConnected, isPressPending]);
  const context = useMemo(
    () => ({ open: open && isConnected, setOpen, connectTrigger }),
    [open, isConnected, setOpen],
  );
  const untilConnected: ButtonProps = {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: onPrepare,
    onFocus: onPrepare,
    // A click count of 0 is a key press.
    onClick: (event) => onShow(event.currentTarget, event.detail === 0),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (kind !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
      event.preventDefault();
      onShow(event.currentTarget, true);
    },
  };
  return (
    <PopupContext value={context}>
      <button type="button" {...(connected ?? untilConnected)} {...trigger} />
      {/* Absolutely positioned, because Base UI's focus guards beside an open popup would shift the layout. */}
      <span className="absolute">{children}</span>
    </PopupContext>
  );
}

/**
 * Rendered by Base UI's trigger instead of a button; passes the trigger's props to the button of the popup.
 */
export function ConnectTrigger({ props }: { props: ButtonProps }) {
  const { connectTrigger } = usePopup();
  useLayoutEffect(() => {
    connectTrigger(props);
    return () => connectTrigger(null);
  }, [connectTrigger, props]);
  return null;
}
