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

/**
 * What opens popups weighs as much as React and is needed at the first opening only. Until then a plain button stands
 * for the trigger; pointing at it, focusing it or pressing it loads the parts. The real trigger then draws nothing of
 * its own: it hands what makes it work to that same button, which so keeps its place, its focus and its identity.
 */

type ButtonProps = ComponentProps<'button'>;

/** Between one trigger's button and its popup. */
interface Link {
  /** Whether the popup is about to be used. */
  isAwake(): boolean;
  /** @param pressed the button, if it was pressed: it is pressed once more as soon as it works */
  wake(pressed: HTMLElement | null): void;
  /** What the real trigger gave to the button, null before there is one. */
  handed(): ButtonProps | null;
  handOver(props: ButtonProps): void;
  /** The button that is to be pressed; the second time there is none. */
  takePressed(): HTMLElement | null;
  subscribe(changed: () => void): () => void;
}

function createLink(load: () => void): Link {
  const listeners = new Set<() => void>();
  let awake = false;
  let given: ButtonProps | null = null;
  let waiting: HTMLElement | null = null;
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    isAwake: () => awake,
    wake(pressed) {
      load();
      waiting = pressed ?? waiting;
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

export function LazyRoot({ source, children }: { source: Source<unknown>; children: ReactNode }) {
  const [link] = useState(() => createLink(source.load));
  return <LinkContext value={link}>{children}</LinkContext>;
}

/** What a trigger may be given; handlers are the popup's own. */
export type LazyTriggerProps = Pick<
  ButtonProps,
  'className' | 'title' | 'disabled' | 'children' | 'aria-label'
>;

export function LazyTrigger({ popup, ...own }: LazyTriggerProps & { popup: 'menu' | 'dialog' }) {
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

/**
 * The parts when they are loaded and this popup is about to be used, else null.
 * @param open opened by other means than its trigger
 */
export function useAwakeParts<Parts>(source: Source<Parts>, open: boolean): Parts | null {
  const link = useLink();
  const awake = useSyncExternalStore(link.subscribe, link.isAwake, () => false);
  const parts = useLoaded(source);
  useEffect(() => {
    if (open) link.wake(null);
  }, [open, link]);
  return awake ? parts : null;
}

/** Stands where the real trigger would draw its button. */
export function HandOver({ props }: { props: ButtonProps }) {
  const link = useLink();
  useLayoutEffect(() => link.handOver(props), [link, props]);
  return null;
}
