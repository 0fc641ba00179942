import 'server-only';
import type { Backoff } from './backoff-state.ts';
import type { Purpose, RequestEvent } from './events.ts';

/** Returns the events of a change of the backoff. @param purpose of the request whose result caused the change */
export function backoffEvents(
  purpose: Purpose,
  { before, after }: { before: Backoff | null; after: Backoff | null },
): RequestEvent[] {
  if (before?.cause === after?.cause && before?.openAt === after?.openAt) return [];
  return [
    ...(before && before.cause !== after?.cause ? [endEvent(purpose, before)] : []),
    ...(after ? [startEvent(purpose, after)] : []),
  ];
}

function endEvent(purpose: Purpose, { cause }: Backoff): RequestEvent {
  return cause === 'breaker'
    ? { kind: 'breaker-closed', purpose }
    : { kind: 'backoff-ended', purpose, cause };
}

function startEvent(purpose: Purpose, { cause, openAt: until, failure }: Backoff): RequestEvent {
  return cause === 'breaker'
    ? { kind: 'breaker-opened', purpose, code: failure.code, until }
    : { kind: 'backoff-started', purpose, cause, until };
}
