import 'server-only';
import type { Clock } from './clock.ts';
import { FailureError, type UpstreamFailure } from './errors.ts';
import { isDeniedAlone } from './quota/backoff-state.ts';
import type { Purpose, RequestEvent } from './quota/events.ts';
import type { QuotaLedger } from './quota/quota-ledger.ts';
import type { RequestQueue } from './quota/request-queue.ts';
import type { Reading } from './reading.ts';
import type { ListQuery, UpstreamClient, UpstreamResult } from './upstream/client.ts';
import type { WireDetail, WirePage } from './upstream/schema.ts';

/** The only caller of upstream: admission, single flight of monitors, at most one retry. */
export interface Gateway {
  /**
   * A page of a crawl, always by a request of its own.
   *
   * @param isKeyProven whether the list that the page belongs to has been answered in part, so that a 403 is about this
   *   page alone; false unless told
   * @throws FailureError with an UpstreamFailure
   */
  listPage(
    query: ListQuery,
    purpose: 'inventory' | 'list' | 'probe',
    isKeyProven?: boolean,
  ): Promise<Reading<WirePage>>;
  /**
   * @param onSent told of each request as it goes out, and at once of those of a reading that is under way already
   * @throws FailureError with an UpstreamFailure
   */
  monitor(uuid: string, onSent?: () => void): Promise<Reading<WireDetail>>;
  /** How the last attempt went; `untried` before the first. */
  upstreamState(): 'untried' | 'answering' | 'failing';
}

interface GatewayParts {
  client: UpstreamClient;
  queue: RequestQueue;
  ledger: QuotaLedger;
  clock: Clock;
  /** 0 (inclusive) to 1 (exclusive), for jitter. */
  random: () => number;
  /** Told of each attempt's end: what it shows about our access to upstream (api-access.ts). */
  learn: (failure: UpstreamFailure | null, sentAt: number) => void;
  report: (event: RequestEvent) => void;
  /**
   * Resolves once all that is known of the spending so far is stored. The pages of a crawl wait for it, so that a process
   * that dies right after sending one does not send it anew at its next start (row 34).
   */
  stored?: () => Promise<void>;
}

interface Request<T> {
  purpose: Purpose;
  isKeyProven: boolean;
  ask: () => Promise<UpstreamResult<T>>;
  /** Told of each attempt as it goes out. */
  onSent?: () => void;
}

/** A retry waits this long, and up to as long again by chance, so that many do not come back at once. */
const RETRY_MS = 250;

export function createGateway(parts: GatewayParts): Gateway {
  const { client, queue, ledger, clock, random, learn, report } = parts;
  const details = createSingleFlight<Reading<WireDetail>>();
  let state: ReturnType<Gateway['upstreamState']> = 'untried';

  /** One attempt, made when it is admitted. */
  async function attempt<T>(request: Request<T>, isRetry: boolean): Promise<UpstreamResult<T>> {
    const { purpose, ask, isKeyProven, onSent } = request;
    const { answer } = await queue.attempt(purpose, isRetry ? 'retry' : purpose, async () => {
      onSent?.();
      if (purpose !== 'detail') await parts.stored?.();
      const sentAt = clock.monotonic();
      const given = await ask();
      const failure = given.ok ? null : given.failure;
      if (!isDeniedAlone({ failure, isKeyProven })) learn(failure, sentAt);
      return { answer: given, usage: given.usage, failure, isKeyProven };
    });
    // "No such monitor" is a sound answer about one monitor, not trouble with upstream.
    state = answer.ok || answer.failure.code === 'monitor_not_found' ? 'answering' : 'failing';
    return answer;
  }

  async function read<T>(request: Request<T>): Promise<Reading<T>> {
    const { purpose } = request;
    let answer = await attempt(request, false);
    if (!answer.ok && isPassing(answer.failure) && ledger.retryAllowed()) {
      await new Promise<void>((resolve) => {
        clock.after(RETRY_MS * (1 + random()), resolve);
      });
      report({ kind: 'retried', purpose, code: answer.failure.code });
      answer = await attempt(request, true);
    }
    if (!answer.ok) throw new FailureError(answer.failure);
    const asOf = clock.now();
    return { value: answer.value, asOf, upstreamNow: answer.date ?? asOf };
  }

  return {
    // A crawl must not join a page that was asked for before it began (crawl-evidence.ts).
    listPage: (query, purpose, isKeyProven = false) =>
      read({ purpose, isKeyProven, ask: () => client.listMonitors(query) }),
    monitor: (uuid, onSent = () => {}) =>
      details.join(uuid, {
        start: (announce) =>
          read({
            purpose: 'detail',
            isKeyProven: false,
            ask: () => client.getMonitor(uuid),
            onSent: announce,
          }),
        onJoined: () => report({ kind: 'joined', purpose: 'detail' }),
        onSent,
      }),
    upstreamState: () => state,
  };
}

/** Trouble that may be over a moment later. A certificate does not mend itself. */
function isPassing(failure: UpstreamFailure): boolean {
  if (failure.code === 'upstream_unreachable') return failure.reason !== 'tls';
  if (failure.code === 'upstream_error') return [502, 503, 504].includes(failure.status);
  return failure.code === 'upstream_timeout';
}

/** A call that is under way: how many requests it has sent, and who wants to know of each. */
interface InFlightCall<T> {
  result: Promise<T>;
  sent: number;
  listeners: (() => void)[];
}

/** Single flight: concurrent callers with the same key share one call and its result. */
function createSingleFlight<T>() {
  const calls = new Map<string, InFlightCall<T>>();
  return {
    join(
      key: string,
      how: { start: (onSent: () => void) => Promise<T>; onJoined: () => void; onSent: () => void },
    ): Promise<T> {
      const present = calls.get(key);
      if (present) {
        how.onJoined();
        present.listeners.push(how.onSent);
        for (let announced = 0; announced < present.sent; announced += 1) how.onSent();
        return present.result;
      }
      const call: Omit<InFlightCall<T>, 'result'> = { sent: 0, listeners: [how.onSent] };
      const result = how
        .start(() => {
          call.sent += 1;
          for (const listener of call.listeners) listener();
        })
        .finally(() => calls.delete(key));
      calls.set(key, Object.assign(call, { result }));
      return result;
    },
  };
}
