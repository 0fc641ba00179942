/** Setting of a product that waits for upstream for ever. */
export const withoutDeadline = {
  NODE_OPTIONS: `--import=${new URL('./no-deadline.ts', import.meta.url).href}`,
};
