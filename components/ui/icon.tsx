import type { IconNode } from 'lucide';
import { createElement, Fragment, type SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'children'> {
  of: IconNode;
}

/**
 * A drawing of Lucide's, for eyes only: what it means is said in words beside it, or by what it stands in. Lucide's own
 * component for React weighs as much as thirty drawings, and joins its class names anew at each rendering.
 */
export function Icon({ of: nodes, ...own }: IconProps) {
  return (
    <svg
      aria-hidden
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...own}
    >
      {createElement(Fragment, null, ...nodes.map(([tag, attributes]) => createElement(tag, attributes)))}
    </svg>
  );
}
