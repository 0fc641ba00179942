import 'server-only';
import type { Logger } from 'pino';
import type { RequestEvent } from './quota/events.ts';

/** Returns a listener that logs the events of upstream requests at the level `debug`. */
export function logEvents(log: Logger): (event: RequestEvent) => void {
  return (event) => log.debug({ upstream: event }, 'upstream');
}
