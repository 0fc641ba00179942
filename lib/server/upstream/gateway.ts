import 'server-only';
import type { Clock } from '../clock.ts';
import { FailureError, type UpstreamFailure } from '../errors.ts';
import { isOfOneRequest } from '../quota/backoff.ts';
import type { CrawlPurpose, Purpose, RequestEvent } from '../quota/events.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import type { RequestQueue } from '../quota/request-queue.ts';
import type { ListQuery, UpstreamClient, UpstreamResult } from './client.ts';
import type { Reading } from './reading.ts';
import type { WireDetail, WirePage } from './schema.ts';

/** The only caller of upstream. Applies admission, and at most one retry. */
export interface Gateway {
  /**
   * Reads a page of a crawl, always with a new request.
   *
   * @param purpose of the crawl. Only the first page of a probe is a probe. The pages of a crawl that a user requested are
   *   interactive while the ledger admits interactive requests. All others are background requests.
   * @param isKeyProven whether other pages of the same list have been read, so that a 403 concerns this page only; false
   *   by default
   * @throws FailureError with an UpstreamFailure
   */
  listPage(query: ListQuery, purpose: CrawlPurpose, isKeyProven?: boolean): Promise<Reading<WirePage>>;
  /**
   * Reads a monitor (detail-cache.ts shares the result).
   *
   * @param options.onSent called for each request when it is sent
   * @param options.mayRetry whether a failed attempt may be repeated at once; true by default
   * @throws FailureError with an UpstreamFailure
   */
  monitor(uuid: string, options?: { onSent?: () => void; mayRetry?: boolean }): Promise<Reading<WireDetail>>;
  /** The result of the last attempt; `untried` before the first. */
  upstreamState(): 'untried' | 'answering' | 'failing';
}

interface GatewayParts {
  client: UpstreamClient;
  queue: RequestQueue;
  ledger: QuotaLedger;
  clock: Clock;
  /** 0 (inclusive) to 1 (exclusive), for jitter. */
  random: () => number;
  /** Receives the result of each attempt, except of those that reveal nothing about the access (api-access.ts). */
  recordAttempt: (failure: UpstreamFailure | null, sentAt: number) => void;
  report: (event: RequestEvent) => void;
  /**
   * Resolves when the request may be sent: the present usage is stored, so that whoever goes on after this process is killed
   * knows of it (row 34), and this replica still leads. Otherwise returns why it must not be sent.
   */
  beforeSending?: () => Promise<UpstreamFailure | null>;
  /** Reads a monitor through the replica that leads, if this one does not; returns null if it does. */
  readByLeader?: (uuid: string, onSent?: () => void) => Promise<Reading<WireDetail>> | null;
}

interface Request<T> {
  purpose: Purpose;
  isKeyProven?: boolean;
  mayRetry?: boolean;
  send: () => Promise<UpstreamResult<T>>;
  /** Called for each attempt when it is sent. */
  onSent?: (() => void) | undefined;
}

/** Delay of a retry. Up to the same time is added as jitter, so that concurrent retries are spread. */
const RETRY_DELAY_MS = 250;

export function createGateway(parts: GatewayParts): Gateway {
  const { client, queue, ledger, clock, random, recordAttempt, report } = parts;
  let state: ReturnType<Gateway['upstreamState']> = 'untried';

  /** Sends one attempt as soon as it is admitted. `sentAt`: epoch ms. */
  async function attempt<T>(request: Request<T>, charge: Purpose) {
    const { purpose, send, isKeyProven = false, onSent } = request;
    return queue.attempt(purpose, charge, async () => {
      const notSent = (await parts.beforeSending?.()) ?? null;
      const [sentMonotonic, sentAt] = [clock.monotonic(), clock.now()];
      if (notSent === null) onSent?.();
      const result: UpstreamResult<T> =
        notSent === null ? await send() : { ok: false, failure: notSent, usage: {}, date: null };
      const failure = result.ok ? null : result.failure;
      const isDetail = purpose === 'detail';
      if (notSent === null && !isOfOneRequest({ failure, isKeyProven, isDetail })) {
        recordAttempt(failure, sentMonotonic);
        // "No such monitor" is a valid response about one monitor, not a failure of upstream.
        state = failure === null || failure.code === 'monitor_not_found' ? 'answering' : 'failing';
      }
      return { result, sentAt, usage: result.usage, failure, isKeyProven, isDetail };
    });
  }

  async function read<T>(request: Request<T>): Promise<Reading<T>> {
    const { purpose, mayRetry = true } = request;
    let { result, sentAt } = await attempt(request, purpose);
    if (!result.ok && mayRetry && isTransient(result.failure) && ledger.retryAllowed()) {
      await new Promise<void>((resolve) => {
        clock.after(RETRY_DELAY_MS * (1 + random()), resolve);
      });
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
    // A crawl must not share a page that was requested before the crawl began (crawl-evidence.ts).
    listPage: (query, purpose, isKeyProven = false) =>
      read({
        purpose: pagePurpose(query.page, purpose),
        isKeyProven,
        send: () => client.listMonitors(query),
      }),
    monitor: (uuid, { onSent, mayRetry = true } = {}) =>
      parts.readByLeader?.(uuid, onSent) ??
      read({ purpose: 'detail', mayRetry, send: () => client.getMonitor(uuid), onSent }),
    upstreamState: () => state,
  };
}

/** Whether an immediate retry may succeed. An invalid certificate is permanent. */
function isTransient(failure: UpstreamFailure): boolean {
  if (failure.code === 'upstream_unreachable') return failure.reason !== 'tls';
  if (failure.code === 'upstream_error') return [502, 503, 504].includes(failure.status);
  return failure.code === 'upstream_timeout';
}
