import 'server-only';
import type { Backoff } from './backoff-state.ts';
import type { Purpose, RequestEvent } from './events.ts';

/** What changed about how upstream lets us in, told as events. @param purpose of the request whose answer changed it */
export function backoffEvents(
  purpose: Purpose,
  { before, after }: { before: Backoff | null; after: Backoff | null },
): RequestEvent[] {
  if (before?.cause === after?.cause && before?.openAt === after?.openAt) return [];
  return [
    ...(before && before.cause !== after?.cause ? [ended(purpose, before)] : []),
    ...(after ? [begun(purpose, after)] : []),
  ];
}

function ended(purpose: Purpose, { cause }: Backoff): RequestEvent {
  return cause === 'breaker'
    ? { kind: 'breaker-closed', purpose }
    : { kind: 'backoff-ended', purpose, cause };
}

function begun(purpose: Purpose, { cause, openAt: until, failure }: Backoff): RequestEvent {
  return cause === 'breaker'
    ? { kind: 'breaker-opened', purpose, code: failure.code, until }
    : { kind: 'backoff-started', purpose, cause, until };
}
