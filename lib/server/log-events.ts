import 'server-only';
import type { Logger } from 'pino';
import type { Failure } from './errors.ts';
import type { RequestEvent } from './quota/events.ts';

/** Returns a listener that logs the events of upstream requests at the level `debug`. */
export function logEvents(log: Logger): (event: RequestEvent) => void {
  return (event) => log.debug({ upstream: event }, 'upstream');
}

/**
 * Returns a listener that logs why the list cannot be read, by the code that pages and responses show; null: it can. Without
 * it, the log of a product that never becomes ready would not say why.
 */
export function logProblem(log: Pick<Logger, 'info' | 'warn'>): (code: Failure['code'] | null) => void {
  return (code) => {
    if (code === null) log.info('the list can be read again');
    else log.warn({ code }, 'the list cannot be read');
  };
}
