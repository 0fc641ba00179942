import 'server-only';
import type { Clock } from './clock';
import { FailureError, type QuotaFailure, type UpstreamFailure } from './errors';
import type { Ledger } from './quota/ledger';
import type { Reading } from './reading';
import type { ListQuery, UpstreamAnswer, UpstreamClient } from './upstream/client';
import type { WireDetail, WirePage } from './upstream/schema';

/** The only caller of upstream. Equal requests in flight at once are one request. */
export interface Gateway {
  /** @throws FailureError with an UpstreamFailure */
  listPage(query: ListQuery): Promise<Reading<WirePage>>;
  /** @throws FailureError with an UpstreamFailure */
  monitor(uuid: string): Promise<Reading<WireDetail>>;
  /** How the last attempt went; `untried` before the first. */
  upstreamState(): 'untried' | 'answering' | 'failing';
}

export function createGateway(parts: { client: UpstreamClient; ledger: Ledger; clock: Clock }): Gateway {
  const { client, ledger, clock } = parts;
  const pages = createFlights<Reading<WirePage>>();
  const details = createFlights<Reading<WireDetail>>();
  let state: ReturnType<Gateway['upstreamState']> = 'untried';

  async function read<T>(attempt: () => Promise<UpstreamAnswer<T>>): Promise<Reading<T>> {
    const { refusal } = ledger.counters();
    // Upstream named the moment from which it answers again; asking before that only spends requests.
    if (refusal?.retryAt) throw new FailureError(refusal);
    const answer = await attempt();
    ledger.observe(answer.usage);
    // "No such monitor" is a sound answer about one monitor, not trouble with upstream.
    state = answer.ok || answer.failure.code === 'monitor_not_found' ? 'answering' : 'failing';
    if (answer.ok) {
      ledger.accepted();
      const asOf = clock.now();
      return { value: answer.value, asOf, upstreamNow: answer.date ?? asOf };
    }
    if (isRefusal(answer.failure)) ledger.refused(answer.failure);
    throw new FailureError(answer.failure);
  }

  return {
    listPage: (query) => pages.join(JSON.stringify(query), () => read(() => client.listMonitors(query))),
    monitor: (uuid) => details.join(uuid, () => read(() => client.getMonitor(uuid))),
    upstreamState: () => state,
  };
}

function isRefusal(failure: UpstreamFailure): failure is QuotaFailure {
  return 'retryAt' in failure;
}

/** Single flight: whoever asks for what is already under way gets the same promise. */
function createFlights<T>() {
  const underway = new Map<string, Promise<T>>();
  return {
    join(key: string, start: () => Promise<T>): Promise<T> {
      const present = underway.get(key);
      if (present) return present;
      const flight = start().finally(() => {
        // By identity, so that a late flight never removes its successor.
        if (underway.get(key) === flight) underway.delete(key);
      });
      underway.set(key, flight);
      return flight;
    },
  };
}
