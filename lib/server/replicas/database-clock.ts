import 'server-only';
import type { Clock } from '../clock.ts';

export type DatabaseClock = ReturnType<typeof createDatabaseClock>;

/**
 * Returns the clock of this process with the wall time of the database server, which all replicas share. Before the first adjustment
 * the wall time is that of this machine.
 */
export function createDatabaseClock(own: Clock) {
  /** From the monotonic time of this process to the wall time of the server. */
  let offset: number | null = null;
  return {
    ...own,
    now: () => (offset === null ? own.now() : Math.floor(own.monotonic() + offset)),
    /** @param serverMs epoch ms; @param sentAt when the statement was sent that returned it, monotonic ms */
    adjust(serverMs: number, sentAt: number): void {
      // The server has read its clock between these two moments. An offset that agrees with that stays as it is.
      const least = serverMs - own.monotonic();
      const most = serverMs - sentAt;
      offset = Math.min(Math.max(offset ?? (least + most) / 2, least), most);
    },
  };
}
