import 'server-only';
import type { Logger } from 'pino';
import type { RequestEvent } from './quota/events.ts';

/** Logs each event of each request upstream, at the level `debug`. */
export function logEvents(log: Logger): (event: RequestEvent) => void {
  return (event) => log.debug({ upstream: event }, 'upstream');
}
