/** Replaces the timeout signal of the product's upstream requests by one that never fires. */
const preload = 'AbortSignal.timeout = () => new AbortController().signal;';

/**
 * Setting of a product that waits for upstream without a deadline. So a test can check what users see while they
 * wait, however slow the machine is.
 */
export const withoutDeadline = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
};

/**
 * Adds this setting to the settings of a product with a healthy upstream. On a busy machine the product would
 * otherwise miss the deadline and read again only a minute later.
 */
export function removeDeadline(env: Readonly<Record<string, string>>): Record<string, string> {
  return { ...env, NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} ${withoutDeadline.NODE_OPTIONS}` };
}
