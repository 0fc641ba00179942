import { type ReactNode, useId } from 'react';

/** A fill for periods that nobody observed: horizontal lines, because a stretched picture distorts diagonal ones. */
export function useHatching(): { fill: string; definition: ReactNode } {
  const id = useId();
  return {
    fill: `url(#${id})`,
    definition: (
      <pattern id={id} patternUnits="userSpaceOnUse" width="1" height="4">
        <rect width="1" height="4" className="fill-canvas forced-colors:fill-none" />
        <rect width="1" height="1" className="fill-line forced-colors:fill-[GrayText]" />
      </pattern>
    ),
  };
}
