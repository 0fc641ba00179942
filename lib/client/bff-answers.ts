import type { MonitorDetail, MonitorList } from '../contract/answers';
import type { ReadNowAnswer } from '../contract/read-now';
import type { Usage } from '../contract/usage';
import { type Answers, createAnswers } from './answers';
import { BffError, readBff } from './bff';
import { keepRows } from './keep-rows';

/** What is so new need not be asked for by whoever shows it next, milliseconds. */
export const FRESH_MS = 10_000;
/** How often the open screens ask the BFF again, milliseconds. */
const DETAIL_REFRESH_MS = 60_000;
const USAGE_REFRESH_MS = 15_000;
/** While the first crawl runs there is more to show every moment. */
const READING_MS = 2000;
/** With nothing to show, it is asked for this often; it is the server that spares upstream. */
const NOTHING_MS = 5000;
/** The end of a reading is waited for with so many requests, some seconds each. */
const MOST_ASKED = 30;
/** Who has paused still sees counters and notices that are true. */
const PAUSED_MS = 300_000;

// What checks the answers is loaded with the first of them: the first rows come with the page, from our own server.
const monitorListSchema = async () => (await import('../contract/answers')).monitorListSchema;
const monitorDetailSchema = async () => (await import('../contract/answers')).monitorDetailSchema;
const readNowSchema = async () => (await import('../contract/read-now')).readNowSchema;
const usageSchema = async () => (await import('../contract/usage')).usageSchema;

/** Somebody is about to ask for another list: loads what checks the answer, so that the first one need not wait for it. */
export function prepareToAsk(): void {
  // If it cannot be loaded now, it is tried again with the question, which then says so.
  monitorListSchema().catch(() => undefined);
}

/** All that this tab knows from the BFF. The keys: a query as `serializeInventoryQuery` gives it, a UUID, `usageKey`. */
export interface BffAnswers {
  lists: Answers<MonitorList>;
  details: Answers<MonitorDetail>;
  usage: Answers<Usage>;
  /**
   * Asks for the monitors, or for one, to be read upstream now, and waits for the end of a reading that takes long.
   *
   * @param onReading told each time that it is still under way
   * @throws BffError
   */
  readNow(uuid: string | undefined, onReading: (answer: ReadNowAnswer) => void): Promise<ReadNowAnswer>;
}

/** There is one usage for all. */
export const usageKey = '';

/**
 * @param options.onFailure told of every failed try
 * @param options.onServerTime told with each answer what time it is at the server, epoch milliseconds
 * @param options.requestedInterval how often this person wants the monitors read now, seconds or `off`: told to the BFF,
 *   and asked as often
 */
export function createBffAnswers(options: {
  onFailure: (error: Error) => void;
  onServerTime: (at: number) => void;
  requestedInterval: () => string;
}): BffAnswers {
  const { onFailure, onServerTime, requestedInterval } = options;
  /** Every request of a viewer says how often they want the monitors read: one that does not would undo a pause. */
  const asViewer = <H>(how: H) => ({ ...how, onServerTime, requestedInterval: requestedInterval() });
  return {
    lists: createAnswers({
      read: async (search, how) => {
        const path = search === '' ? '/api/monitors' : `/api/monitors?${search}`;
        return keepRows(how.known, await readBff(path, monitorListSchema, asViewer(how)));
      },
      againMs: (list, error) => listAgainMs(list, error, requestedInterval()),
      onFailure,
    }),
    details: createAnswers({
      read: (uuid, how) =>
        readBff(`/api/monitors/${encodeURIComponent(uuid)}`, monitorDetailSchema, asViewer(how)),
      // Each reading of a monitor costs a request: who has paused asks for it by hand.
      againMs: (detail, error) => {
        if (detail === undefined) return NOTHING_MS;
        return requestedInterval() === 'off' && error === null ? null : DETAIL_REFRESH_MS;
      },
      onFailure,
    }),
    usage: createAnswers({
      read: (_key, { signal }) => readBff('/api/usage', usageSchema, asViewer({ signal })),
      againMs: () => USAGE_REFRESH_MS,
      onFailure,
    }),
    async readNow(uuid, onReading) {
      const path = `/api/monitors${uuid === undefined ? '' : `/${encodeURIComponent(uuid)}`}/refresh`;
      const ask = async () =>
        (await readBff(path, readNowSchema, asViewer({ method: 'POST' as const }))).body;
      let answer = await ask();
      for (let asked = 1; answer.data.outcome === 'reading' && asked < MOST_ASKED; asked += 1) {
        onReading(answer);
        // Joins the reading that is under way, which costs nothing; the server waits some seconds for its end.
        answer = endOf(answer, await ask());
      }
      return answer;
    },
  };
}

/** A reading that ended between two requests is refused as just read: that is its end. */
function endOf(reading: ReadNowAnswer, next: ReadNowAnswer): ReadNowAnswer {
  const hasEnded = next.data.outcome === 'refused' && next.data.reason?.code === 'just_read';
  return hasEnded ? { data: { ...reading.data, outcome: 'read' } } : next;
}

function listAgainMs(list: MonitorList | undefined, error: Error | null, requestedInterval: string): number {
  const isReading =
    list?.meta.inventory.state === 'reading' ||
    (error instanceof BffError && error.body?.code === 'not_ready');
  if (isReading) return READING_MS;
  if (list === undefined) return NOTHING_MS;
  return requestedInterval === 'off' ? PAUSED_MS : Number(requestedInterval) * 1000;
}
