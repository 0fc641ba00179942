import 'server-only';
import type { RequestEvent } from './quota/events.ts';

/** Prints each event of each request upstream as one line of JSON; silent unless it was asked for. */
export function logEvents(isOn: boolean): (event: RequestEvent) => void {
  return isOn ? (event) => console.log(JSON.stringify({ upstream: event })) : () => {};
}
