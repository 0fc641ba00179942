/** The classes of a period without a crawl: diagonal lines. */
export const hatching =
  'bg-[repeating-linear-gradient(135deg,var(--hatch)_0_1px,transparent_1px_6px)] [--hatch:color-mix(in_oklab,var(--ink-3)_65%,transparent)] forced-color-adjust-none forced-colors:[--hatch:GrayText]';
