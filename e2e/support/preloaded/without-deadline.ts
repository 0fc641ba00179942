/** Replaces the timeout signal of the product's upstream requests by one that never fires. */
const preload = 'AbortSignal.timeout = () => new AbortController().signal;';

/**
 * Setting of a product that waits for upstream without a deadline, so that a test can check what users see meanwhile,
 * however slow the machine is.
 */
export const withoutDeadline = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
};

/**
 * The same for a product with these settings whose upstream is healthy: on a busy machine it would miss the deadline
 * itself, and read again a minute later.
 */
export function patient(env: Readonly<Record<string, string>>): Record<string, string> {
  return { ...env, NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} ${withoutDeadline.NODE_OPTIONS}` };
}
