/** Replaces the timeout signal of the product's upstream requests by one that never fires. */
const preload = 'AbortSignal.timeout = () => new AbortController().signal;';

/**
 * Setting of a product that waits for upstream without a deadline, so that a test can check what users see meanwhile,
 * however slow the machine is.
 */
export const withoutDeadline = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
};
