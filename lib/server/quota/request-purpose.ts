import 'server-only';

/** The purposes of upstream requests. They determine the priority (admission) and are counted separately (spending). */
export const purposes = ['inventory', 'list', 'detail', 'probe', 'retry', 'settings'] as const;
export type Purpose = (typeof purposes)[number];

/** The purpose of a crawl: a scheduled refresh, a probe during a backoff, or a user's request (`list`). */
export type CrawlPurpose = 'inventory' | 'probe' | 'list';

/** Whether somebody waits for a request with this purpose. */
export function isInteractive(purpose: Purpose): boolean {
  return purpose === 'detail' || purpose === 'list';
}
