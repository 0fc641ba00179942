import { Menu } from '@base-ui/react/menu';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import type { TriggerProps } from './on-demand';

/** A menu with its trigger. Its portal is beside the trigger, so that both are in the same landmark. */
export function MenuFrame(props: {
  trigger: TriggerProps;
  /** Class names for the size. */
  className: string;
  onKeyDownCapture?: ComponentProps<'div'>['onKeyDownCapture'];
  children: ReactNode;
}) {
  const { trigger, className, onKeyDownCapture, children } = props;
  const container = useRef<HTMLDivElement>(null);
  return (
    <Menu.Root>
      <Menu.Trigger {...trigger} />
      {/* Out of the flow, because the portal would be one more item of a row with gaps. */}
      <div ref={container} className="absolute" />
      <Menu.Portal container={container}>
        <Menu.Positioner
          sideOffset={6}
          align="end"
          collisionPadding={8}
          // Until it has its place, an absolute popup would widen the page of a phone, which scrolls to it.
          positionMethod="fixed"
          className="z-40 w-max max-w-(--available-width)"
        >
          <Menu.Popup
            onKeyDownCapture={onKeyDownCapture}
            className={`${className} rounded-lg border border-line bg-surface p-1 text-sm shadow-popup outline-none`}
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
