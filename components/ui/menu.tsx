'use client';

import type { Menu as Base } from '@base-ui/react/menu';
import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { createSource } from './lazy-parts';
import { HandOver, LazyRoot, LazyTrigger, type LazyTriggerProps, useAwakeParts } from './lazy-popup';

/** Base UI's menu, loaded when somebody is about to open one. The parts are used as its documentation says. */

type Parts = typeof Base;

const source = createSource(() => import('@base-ui/react/menu').then(({ Menu }) => Menu));
type RootProps = Omit<ComponentProps<Parts['Root']>, 'children'>;
const RootContext = createContext<RootProps>({});
const PartsContext = createContext<Parts | null>(null);

function useParts(): Parts {
  const parts = use(PartsContext);
  if (parts === null) throw new Error('A part of a menu stands outside of its portal');
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
  return <LazyTrigger popup="menu" {...props} />;
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

function Item(props: ComponentProps<Parts['Item']>) {
  const parts = useParts();
  return <parts.Item {...props} />;
}

function LinkItem(props: ComponentProps<Parts['LinkItem']>) {
  const parts = useParts();
  return <parts.LinkItem {...props} />;
}

function CheckboxItem(props: ComponentProps<Parts['CheckboxItem']>) {
  const parts = useParts();
  return <parts.CheckboxItem {...props} />;
}

function CheckboxItemIndicator(props: ComponentProps<Parts['CheckboxItemIndicator']>) {
  const parts = useParts();
  return <parts.CheckboxItemIndicator {...props} />;
}

function Group(props: ComponentProps<Parts['Group']>) {
  const parts = useParts();
  return <parts.Group {...props} />;
}

function GroupLabel(props: ComponentProps<Parts['GroupLabel']>) {
  const parts = useParts();
  return <parts.GroupLabel {...props} />;
}

function RadioGroup(props: ComponentProps<Parts['RadioGroup']>) {
  const parts = useParts();
  return <parts.RadioGroup {...props} />;
}

function RadioItem(props: ComponentProps<Parts['RadioItem']>) {
  const parts = useParts();
  return <parts.RadioItem {...props} />;
}

function RadioItemIndicator(props: ComponentProps<Parts['RadioItemIndicator']>) {
  const parts = useParts();
  return <parts.RadioItemIndicator {...props} />;
}

function Separator(props: ComponentProps<Parts['Separator']>) {
  const parts = useParts();
  return <parts.Separator {...props} />;
}

export const Menu = {
  Root,
  Trigger,
  Portal,
  Positioner,
  Popup,
  Item,
  LinkItem,
  CheckboxItem,
  CheckboxItemIndicator,
  Group,
  GroupLabel,
  RadioGroup,
  RadioItem,
  RadioItemIndicator,
  Separator,
};
