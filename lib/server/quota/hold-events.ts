import 'server-only';
import type { Purpose, RequestEvent } from './events.ts';
import type { Hold } from './standing.ts';

/** What changed about how upstream lets us in, told as events. @param purpose of the request whose answer changed it */
export function holdEvents(
  purpose: Purpose,
  { before, after }: { before: Hold | null; after: Hold | null },
): RequestEvent[] {
  if (before?.cause === after?.cause && before?.openAt === after?.openAt) return [];
  return [
    ...(before && before.cause !== after?.cause ? [ended(purpose, before)] : []),
    ...(after ? [begun(purpose, after)] : []),
  ];
}

function ended(purpose: Purpose, { cause }: Hold): RequestEvent {
  return cause === 'breaker' ? { kind: 'breaker-closed', purpose } : { kind: 'released', purpose, cause };
}

function begun(purpose: Purpose, { cause, openAt: until, failure }: Hold): RequestEvent {
  return cause === 'breaker'
    ? { kind: 'breaker-opened', purpose, code: failure.code, until }
    : { kind: 'held', purpose, cause, until };
}
