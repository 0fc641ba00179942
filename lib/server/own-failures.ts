import 'server-only';
import type { Clock } from './clock.ts';
import type { UpstreamFailure } from './errors.ts';
import type { Lease } from './replicas/lease.ts';
import type { Storage } from './storage/storage.ts';
import { storageFailure } from './storage/storage-error.ts';

/** Nobody leads for this long between two leaders, milliseconds. It is not reported. */
const CHANGE_OF_LEADER_MS = 10_000;
/** How often it is looked whether anybody leads, milliseconds. */
const LOOK_MS = 1_000;

/**
 * Shows on the list why nothing new can be read, or nothing can be stored, for a reason of our own: the database, or that no replica
 * leads. It looks as long as the process runs.
 *
 * @param parts.show receives the failure; null: there is none
 */
export function watchOwnFailures(parts: {
  storage: Pick<Storage, 'engine' | 'problem' | 'onProblem'>;
  lease: Pick<Lease, 'isHeld'>;
  clock: Clock;
  show: (failure: UpstreamFailure | null) => void;
}): void {
  const { storage, lease, clock, show } = parts;
  let heldAt = clock.monotonic();

  function look(): void {
    const now = clock.monotonic();
    if (lease.isHeld()) heldAt = now;
    const current = storage.problem();
    if (current !== null) show(storageFailure(current.problem, storage.engine));
    else show(now - heldAt > CHANGE_OF_LEADER_MS ? { code: 'no_leader' } : null);
  }

  function lookRegularly(): void {
    look();
    clock.after(LOOK_MS, lookRegularly);
  }

  storage.onProblem(look);
  // A process without replicas always leads.
  if (storage.engine === 'postgresql') lookRegularly();
  else look();
}
