import 'server-only';
import { createHmac } from 'node:crypto';

/** The names of all keys. They share a prefix, whose part in braces puts them into one hash slot of a cluster. */
export interface Keys {
  lease: string;
  term: string;
  /** A hash: `status`, `body` (the name of the body) and `sequence`. */
  publication: string;
  /** Followed by the name of a body, a list of compressed parts. */
  body: string;
  /** A hash: `version` and `state`. */
  budget: string;
  /** A sorted set: the replicas that wait to write the budget, by the time since which they do. */
  budgetQueue: string;
  /** A hash: the registration of each replica. */
  replicas: string;
  /** A sorted set: the viewers by the time of their last request. */
  viewers: string;
  /** The channel of all messages between replicas. */
  events: string;
  /** A sorted set: the keys of records by the time of their last write. */
  records: string;
  /** A hash: what the leader has recorded of the history, see `recordHistory`. Also the prefix of all its other keys. */
  history: string;
  /** Prefixes of keys. That of details is followed by the version of their format. */
  detail: string;
  session: string;
  logins: string;
  record: string;
}

/**
 * Data of another base URL or key is never read: the prefix contains a keyed hash of both, from which neither can be
 * found.
 */
export function keysOf({ baseUrl, apiKey }: { baseUrl: URL; apiKey: string }): Keys {
  const owner = createHmac('sha256', apiKey).update(baseUrl.href).digest('base64url').slice(0, 16);
  const key = (name: string) => `sightline:{${owner}}:${name}`;
  return {
    lease: key('lease'),
    term: key('term'),
    publication: key('publication'),
    body: key('body:'),
    budget: key('budget'),
    budgetQueue: key('budget-queue'),
    replicas: key('replicas'),
    viewers: key('viewers'),
    events: key('events'),
    records: key('records'),
    history: key('history'),
    detail: key('detail:'),
    session: key('session:'),
    logins: key('logins'),
    record: key('record:'),
  };
}
