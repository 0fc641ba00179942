'use client';

import type { ReactNode } from 'react';
import { Popover } from './popover';

/** A button that opens a small panel beside it. Focus moves in and back; Escape and a click outside close it. */
export function Popup(props: {
  trigger: ReactNode;
  triggerClass: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <Popover.Root>
      <Popover.Trigger className={props.triggerClass}>{props.trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" collisionPadding={8} className="z-40">
          <Popover.Popup className="w-[min(340px,calc(100vw-16px))] rounded-lg border border-line bg-surface p-4 shadow-popup outline-none">
            <Popover.Title className="mb-3 font-semibold text-sm text-ink">{props.title}</Popover.Title>
            {props.children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
