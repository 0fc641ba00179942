/** Replaces what the product bounds its requests with by a signal that never fires. */
const preload = 'AbortSignal.timeout = () => new AbortController().signal;';

/**
 * Setting of a product that waits for upstream for as long as upstream takes, so that a test can look at what people see
 * meanwhile, however slow the machine is.
 */
export const withoutDeadline = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
};
