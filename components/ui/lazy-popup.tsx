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
  /** Takes what Base UI's trigger gives to a button; null when it is gone. */
  connectTrigger(props: ButtonProps | null): void;
}

const PopupContext = createContext<PopupContextValue | null>(null);

/** Whether the popup around this is open, and what opens and closes it. */
export function usePopup(): PopupContextValue {
  const context = use(PopupContext);
  if (context === null) throw new Error('usePopup needs a LazyPopup around it');
  return context;
}

interface LazyPopupProps<Props extends object> extends TriggerProps {
  /** Loads the panel: a component that renders a `MenuFrame` or a `PopoverFrame`. */
  load: LoadComponent<Props>;
  panel: Props;
}

/**
 * A button, and the menu or popover it opens. Base UI's popups weigh as much as React, so they are loaded when the button
 * is pointed at, focused or pressed. The button is a plain one from the first HTML on, and stays the same element: once
 * Base UI's trigger is there, it gives its handlers and attributes to this button instead of drawing one (ADR 0025).
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
  /** Handlers are the popup's own. */
  trigger: Pick<ButtonProps, 'className' | 'title' | 'disabled' | 'children' | 'aria-label'>;
}

interface PopupTriggerProps extends TriggerProps, Pick<PopupContextValue, 'open' | 'setOpen'> {
  onPrepare: () => void;
  onShow: (button: HTMLElement, isKeyboard: boolean) => void;
  isPressPending: boolean;
  onRepeatPress: () => void;
  children: ReactNode;
}

/** What the trigger gives is state of this component alone: a change renders the button again, and not the popup. */
function PopupTrigger(props: PopupTriggerProps) {
  const { kind, trigger, open, setOpen, onPrepare, onShow, isPressPending, onRepeatPress, children } = props;
  const [connected, connectTrigger] = useState<ButtonProps | null>(null);
  const isConnected = connected !== null;
  const repeatPress = useEffectEvent(onRepeatPress);
  // Base UI puts the focus on the first item of a menu only when it has seen the key press itself.
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
    // A click without a pointer is a key press.
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
      {/* Base UI puts guards for the focus beside an open popup: in the flow they would move what stands next. */}
      <span className="absolute">{children}</span>
    </PopupContext>
  );
}

/** Rendered by Base UI's trigger in place of a button. */
export function ConnectTrigger({ props }: { props: ButtonProps }) {
  const { connectTrigger } = usePopup();
  useLayoutEffect(() => {
    connectTrigger(props);
    return () => connectTrigger(null);
  }, [connectTrigger, props]);
  return null;
}
