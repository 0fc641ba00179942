import 'server-only';
import type { Reading } from '../reading';
import type { WirePage } from '../upstream/schema';
import { monitor, NOON, pageOf } from './crawl.fixtures';

/** What can happen next in the model. */
export const steps = ['add', 'addMany', 'delete', 'edit', 'spoil', 'process', 'answer', 'tick'] as const;
export type Step = (typeof steps)[number];

export interface ModelSetup {
  perPage: number;
  /** How many monitors there are at first. */
  count: number;
  /** Whether those were all added in one moment. */
  bulk: boolean;
  /** Whether they were added just now, or a day ago. */
  recent: boolean;
  /** How coarse upstream's `created_at` is, ms. */
  grain: number;
}

interface Request {
  page: number;
  answer: (reading: Reading<WirePage>) => void;
}

const DAY_MS = 86_400_000;
/** Upstream's clock as an answer tells it is at most this far from the moment of the reading: an attempt's deadline. */
const DATE_ERROR_MS = 5_000;
const template = monitor(1, NOON);

/**
 * An upstream in which everything happens by `perform`, at the moment and in the order that the caller likes. A
 * request first waits; then it is processed: its page is read from the list as it is then; then it is answered.
 * `pick` chooses the monitor or the request that a step is about.
 */
export function createUpstreamModel({ perPage, count, bulk, recent, grain }: ModelSetup) {
  let now = NOON;
  let made = 0;
  let list: WirePage['monitors'] = [];
  const spoilt = new Set<string>();
  const waiting: Request[] = [];
  const processed: (Request & { value: WirePage; upstreamNow: number })[] = [];
  const lastRead = new Map<string, number>();
  let before = new Set<string>();
  let changes = 0;
  let peak = 0;

  function add(createdAt: number): void {
    made += 1;
    const newcomer = {
      ...template,
      monitor_uuid: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
      created_at: new Date(Math.floor(createdAt / grain) * grain).toISOString(),
    };
    list = [newcomer, ...list];
    changes += 1;
  }

  function process({ page, answer }: Request, pick: number): void {
    if (page === 1) {
      before = new Set(list.map(({ monitor_uuid }) => monitor_uuid));
      changes = 0;
    }
    const upstreamNow = now + (pick % DATE_ERROR_MS);
    const isMalformed = (row: { monitor_uuid: string }) => spoilt.has(row.monitor_uuid) && pick % 2 > 0;
    processed.push({ page, answer, upstreamNow, value: pageOf(list, { page, perPage, isMalformed }) });
  }

  for (let n = count; n > 0; n -= 1) add(NOON - (bulk ? 0 : n * 7) - (recent ? 0 : DAY_MS));

  return {
    readPage: (page: number) =>
      new Promise<Reading<WirePage>>((answer) => {
        waiting.push({ page, answer });
        peak = Math.max(peak, waiting.length + processed.length);
      }),
    perform(step: Step, pick: number): void {
      const chosen = list[pick % Math.max(1, list.length)];
      if (step === 'tick') now += pick * 100;
      if (step === 'add') add(now);
      if (step === 'addMany') for (let n = 0; n <= perPage; n += 1) add(now);
      if (step === 'process') {
        const request = takeOut(waiting, pick);
        if (request) process(request, pick);
      }
      if (step === 'answer') {
        const request = takeOut(processed, pick);
        if (!request) return;
        for (const row of request.value.monitors) lastRead.set(row.monitor_uuid, row.interval);
        request.answer({ value: request.value, asOf: now, upstreamNow: request.upstreamNow });
      }
      if (!chosen) return;
      if (step === 'spoil') spoilt.add(chosen.monitor_uuid);
      if (step === 'edit') {
        list = list.map((row) => (row === chosen ? { ...row, interval: row.interval + 1 } : row));
      }
      if (step === 'delete') {
        list = list.filter((row) => row !== chosen);
        changes += 1;
      }
    },
    /** UUIDs of those that were there at the last reading of page 1, are there now, and were never malformed. */
    stayed: () =>
      list.map(({ monitor_uuid }) => monitor_uuid).filter((uuid) => before.has(uuid) && !spoilt.has(uuid)),
    /** How many monitors were added or deleted since the last reading of page 1. */
    changes: () => changes,
    /** The `interval` of each monitor, which an edit raises, as the last answer that held it had it. */
    lastRead,
    /** The most requests that were in flight at once. */
    peak: () => peak,
  };
}

function takeOut<T>(from: T[], pick: number): T | undefined {
  return from.splice(pick % Math.max(1, from.length), 1)[0];
}
