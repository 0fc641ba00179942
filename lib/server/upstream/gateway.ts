import 'server-only';
import { type Clock, sleep } from '../clock.ts';
import { FailureError, type UpstreamFailure } from '../errors.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import type { RequestQueue } from '../quota/request-queue.ts';
import {
  type CrawlPurpose,
  isOfOneRequest,
  type Purpose,
  type RequestEvent,
} from '../quota/upstream-request.ts';
import type { ListQuery, UpstreamClient, UpstreamResult } from './client.ts';
import type { WireDetail } from './schema.ts';

/** A value read from upstream, with the time of reading. */
export interface Reading<T> {
  value: T;
  /**
   * When its request was sent, by our wall clock, epoch ms. The value shows a state of this time or later. Not known for a stored
   * value.
   */
  sentAt?: number;
  /** When it was read, by our wall clock, epoch ms. */
  asOf: number;
  /** When it was read, by upstream's clock (header `Date`), epoch ms; by our clock when the header was missing. */
  upstreamNow: number;
}

interface Request<T> {
  purpose: Purpose;
  /** Whether page 1 of the list was requested before, so that a 403 concerns this page only; default false. */
  isLaterPage?: boolean;
  /** Whether a failed attempt may be repeated at once; default true. */
  mayRetry?: boolean | undefined;
  send: () => Promise<UpstreamResult<T>>;
  /** Called for each attempt when it is sent. */
  onSent?: (() => void) | undefined;
}

export type Gateway = ReturnType<typeof createGateway>;

/** Delay of a retry. Up to the same time is added as jitter, so that concurrent retries are spread. */
const RETRY_DELAY_MS = 250;

/**
 * The only caller of upstream. Applies admission, and at most one retry.
 *
 * @param parts.random 0 (inclusive) to 1 (exclusive), for jitter
 * @param parts.beforeSending resolves with null when the usage is stored (docs/failure-matrix.md, row 34) and this replica still leads; otherwise with
 *   the failure of a request that must not be sent
 * @param parts.readByLeader returns null if this replica leads
 */
export function createGateway(parts: {
  client: UpstreamClient;
  queue: RequestQueue;
  ledger: QuotaLedger;
  clock: Clock;
  random: () => number;
  recordAttempt: (failure: UpstreamFailure | null, sentAt: number) => void;
  report: (event: RequestEvent) => void;
  beforeSending?: () => Promise<UpstreamFailure | null>;
  readByLeader?: (uuid: string, onSent?: () => void) => Promise<Reading<WireDetail>> | null;
}) {
  const { client, queue, ledger, clock, random, recordAttempt, report } = parts;
  let state: 'untried' | 'answering' | 'failing' = 'untried';

  /** Sends one attempt as soon as it is admitted. `sentAt`: epoch ms. */
  async function attempt<T>(request: Request<T>, charge: Purpose) {
    const { purpose, send, isLaterPage = false, onSent } = request;
    return queue.attempt(purpose, charge, async () => {
      const notSent = (await parts.beforeSending?.()) ?? null;
      const [sentMonotonic, sentAt] = [clock.monotonic(), clock.now()];
      if (notSent === null) onSent?.();
      const result: UpstreamResult<T> =
        notSent === null ? await send() : { ok: false, failure: notSent, usage: {}, date: null };
      const failure = result.ok ? null : result.failure;
      const isDetail = purpose === 'detail' || purpose === 'settings';
      const isSpecific = failure !== null && isOfOneRequest(failure, { isLaterPage, isDetail });
      if (notSent === null && !isSpecific) {
        recordAttempt(failure, sentMonotonic);
        // "No such monitor" is a valid response about one monitor, not a failure of upstream.
        state = failure === null || failure.code === 'monitor_not_found' ? 'answering' : 'failing';
      }
      return { result, sentAt, usage: result.usage, failure, isSpecific };
    });
  }

  async function read<T>(request: Request<T>): Promise<Reading<T>> {
    const { purpose, mayRetry = true } = request;
    let { result, sentAt } = await attempt(request, purpose);
    if (!result.ok && mayRetry && isTransient(result.failure) && ledger.retryAllowed()) {
      await sleep(clock, RETRY_DELAY_MS * (1 + random()));
      report({ kind: 'retried', purpose, code: result.failure.code });
      ({ result, sentAt } = await attempt(request, 'retry'));
    }
    if (!result.ok) throw new FailureError(result.failure);
    const asOf = clock.now();
    // The clock may have been set back meanwhile.
    const { value, date } = result;
    return { value, sentAt: Math.min(sentAt, asOf), asOf, upstreamNow: date ?? asOf };
  }

  function pagePurpose(page: number, purpose: CrawlPurpose): CrawlPurpose {
    if (page === 1) return purpose;
    return purpose === 'list' && ledger.decide('list').kind === 'admit' ? 'list' : 'inventory';
  }

  return {
    /**
     * Reads a page of a crawl, always with a new request (crawl-evidence.ts). Only the first page of a probe is a probe, and
     * the pages of a crawl that a user requested are interactive while the ledger admits interactive requests.
     *
     * @throws FailureError with an UpstreamFailure
     */
    listPage: (query: ListQuery, purpose: CrawlPurpose) =>
      read({
        purpose: pagePurpose(query.page, purpose),
        isLaterPage: query.page > 1,
        send: () => client.listMonitors(query),
      }),
    /** Reads a monitor (detail-cache.ts shares the result). @throws FailureError with an UpstreamFailure */
    monitor: (uuid: string, options: Pick<Request<WireDetail>, 'onSent' | 'mayRetry'> = {}) =>
      parts.readByLeader?.(uuid, options.onSent) ??
      read({ purpose: 'detail', send: () => client.getMonitor(uuid), ...options }),
    /** Reads a monitor for its settings, when nothing else is in flight. Only the leader calls it. @throws FailureError */
    settings: (uuid: string) =>
      read({ purpose: 'settings', mayRetry: false, send: () => client.getMonitor(uuid) }),
    /** The result of the last attempt; `untried` before the first. */
    upstreamState: () => state,
  };
}

/** Whether an immediate retry may succeed. An invalid certificate is permanent. */
function isTransient(failure: UpstreamFailure): boolean {
  if (failure.code === 'upstream_unreachable') return !failure.reason.startsWith('tls');
  if (failure.code === 'upstream_error') return [502, 503, 504].includes(failure.status);
  return failure.code === 'upstream_timeout';
}
