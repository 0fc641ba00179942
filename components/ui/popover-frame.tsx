import { Popover } from '@base-ui/react/popover';
import { type ReactNode, useState } from 'react';
import type { TriggerProps } from './on-demand';

/** A popover with its trigger. The focus moves in and back; Escape and a click outside close it. */
export function PopoverFrame(props: {
  trigger: TriggerProps;
  /** For screen readers. */
  title: string;
  align: 'start' | 'end';
  /** Class names for size and padding. */
  className: string;
  /** @param close closes the popover and restores the focus */
  children: (close: () => void) => ReactNode;
}) {
  const { trigger, title, align, className, children } = props;
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger {...trigger} />
      <Popover.Portal>
        <Popover.Positioner
          sideOffset={6}
          align={align}
          collisionPadding={8}
          // Until it has its place, an absolute popup would widen the page of a phone, which scrolls to it.
          positionMethod="fixed"
          // Beside its trigger it would cover the rest of the toolbar.
          collisionAvoidance={{ fallbackAxisSide: 'none' }}
          className="z-40"
        >
          <Popover.Popup
            className={`${className} rounded-lg border border-line bg-surface text-sm shadow-popup outline-none`}
          >
            <Popover.Title className="sr-only">{title}</Popover.Title>
            {children(() => setOpen(false))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
