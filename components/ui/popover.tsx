'use client';

import type { Popover as Base } from '@base-ui/react/popover';
import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { createSource } from './lazy-parts';
import { HandOver, LazyRoot, LazyTrigger, type LazyTriggerProps, useAwakeParts } from './lazy-popup';

/** Base UI's popover, loaded when somebody is about to open one. The parts are used as its documentation says. */

type Parts = typeof Base;

const source = createSource(() => import('@base-ui/react/popover').then(({ Popover }) => Popover));
type RootProps = Omit<ComponentProps<Parts['Root']>, 'children'>;
const RootContext = createContext<RootProps>({});
const PartsContext = createContext<Parts | null>(null);

function useParts(): Parts {
  const parts = use(PartsContext);
  if (parts === null) throw new Error('A part of a popover stands outside of its portal');
  return parts;
}

function Root({ children, ...root }: RootProps & { children: ReactNode }) {
  return (
    <RootContext value={root}>
      <LazyRoot source={source}>{children}</LazyRoot>
    </RootContext>
  );
}

function Trigger(props: LazyTriggerProps) {
  return <LazyTrigger popup="dialog" {...props} />;
}

function Portal(props: ComponentProps<Parts['Portal']>) {
  const root = use(RootContext);
  const parts = useAwakeParts(source, root.open ?? false);
  if (parts === null) return null;
  return (
    <PartsContext value={parts}>
      <parts.Root {...root}>
        <parts.Trigger render={(given) => <HandOver props={given} />} />
        <parts.Portal {...props} />
      </parts.Root>
    </PartsContext>
  );
}

function Positioner(props: ComponentProps<Parts['Positioner']>) {
  const parts = useParts();
  return <parts.Positioner {...props} />;
}

function Popup(props: ComponentProps<Parts['Popup']>) {
  const parts = useParts();
  return <parts.Popup {...props} />;
}

function Title(props: ComponentProps<Parts['Title']>) {
  const parts = useParts();
  return <parts.Title {...props} />;
}

export const Popover = { Root, Trigger, Portal, Positioner, Popup, Title };
