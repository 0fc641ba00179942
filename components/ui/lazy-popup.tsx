'use client';

import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  use,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Source, useLoaded } from './lazy-parts';
import { useRequestedLoad } from './load-failure';
import { untilMovedOn } from './until-moved-on';

/**
 * What opens popups weighs as much as React, and with what stands in them it is needed at the first opening only. Until
 * then a plain button stands for the trigger; pointing at it, focusing it or pressing it loads the rest. The real
 * trigger then draws nothing of its own: it hands what makes it work to that same button, which so keeps its place, its
 * focus and its identity.
 */

type ButtonProps = ComponentProps<'button'>;

/** Between one trigger's button and its popup. */
interface Link {
  /** Whether the popup is about to be used. */
  isAwake(): boolean;
  /**
   * @param pressed the button, if it was pressed: it is pressed once more as soon as it works, unless whoever pressed it
   *   has moved on
   */
  wake(pressed: HTMLElement | null): void;
  /** What the real trigger gave to the button, null before there is one. */
  handed(): ButtonProps | null;
  handOver(props: ButtonProps): void;
  /** The button that is to be pressed; the second time there is none. */
  takePressed(): HTMLElement | null;
  subscribe(changed: () => void): () => void;
}

/**
 * @param prepare loads what is needed
 * @param load does so for somebody who waits for it; returns whether it is loaded
 */
function createLink(prepare: () => unknown, load: () => Promise<boolean>): Link {
  const listeners = new Set<() => void>();
  let awake = false;
  let given: ButtonProps | null = null;
  let waiting: HTMLElement | null = null;
  let endWait = () => {};
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    isAwake: () => awake,
    wake(pressed) {
      if (pressed) {
        waiting = pressed;
        const giveUp = () => {
          waiting = null;
        };
        endWait();
        endWait = untilMovedOn(pressed, giveUp);
        load().then((isLoaded) => {
          if (!isLoaded) giveUp();
        });
      } else {
        prepare();
      }
      awake = true;
      changed();
    },
    handed: () => given,
    handOver(props) {
      given = props;
      changed();
    },
    takePressed() {
      const button = waiting;
      waiting = null;
      endWait();
      return button;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const LinkContext = createContext<Link | null>(null);

function useLink(): Link {
  const link = use(LinkContext);
  if (link === null) throw new Error('A part of a popup stands outside of its root');
  return link;
}

/** What a trigger may be given; handlers are the popup's own. */
type TriggerProps = Pick<ButtonProps, 'className' | 'title' | 'disabled' | 'children' | 'aria-label'>;

function Trigger({ popup, ...own }: TriggerProps & { popup: 'menu' | 'dialog' }) {
  const link = useLink();
  const handed = useSyncExternalStore(link.subscribe, link.handed, () => null);
  const works = handed !== null;
  useEffect(() => {
    if (works) link.takePressed()?.click();
  }, [works, link]);
  const wake = () => link.wake(null);
  const press = (event: SyntheticEvent<HTMLElement>) => link.wake(event.currentTarget);
  const untilThen: ButtonProps = {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onPointerEnter: wake,
    onFocus: wake,
    onClick: press,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (popup !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
      event.preventDefault();
      press(event);
    },
  };
  return <button type="button" {...(handed ?? untilThen)} {...own} />;
}

interface LazyPopupProps<Panel> {
  popup: 'menu' | 'dialog';
  trigger: TriggerProps;
  /** The module that holds the panel: a `MenuFrame` or a `PopoverFrame` with what stands in it. */
  source: Source<Panel>;
  children: (panel: Panel) => ReactNode;
}

/** A button, and the panel it opens: the panel's module is loaded when somebody is about to press the button. */
export function LazyPopup<Panel>({ popup, trigger, source, children }: LazyPopupProps<Panel>) {
  const load = useRequestedLoad();
  const [link] = useState(() => createLink(source.load, () => load(source)));
  const awake = useSyncExternalStore(link.subscribe, link.isAwake, () => false);
  const panel = useLoaded(source);
  return (
    <LinkContext value={link}>
      <Trigger popup={popup} {...trigger} />
      {awake && panel !== null ? children(panel) : null}
    </LinkContext>
  );
}

/** Stands where the real trigger would draw its button. */
export function HandOver({ props }: { props: ButtonProps }) {
  const link = useLink();
  useLayoutEffect(() => link.handOver(props), [link, props]);
  return null;
}
