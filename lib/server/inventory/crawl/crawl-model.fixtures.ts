import 'server-only';
import type { Reading } from '../../upstream/gateway';
import type { WirePage } from '../../upstream/schema';
import { monitor, NOON, pageOf, readingOf } from './crawl.fixtures';

/** The possible steps of the model. */
export const steps = ['add', 'addMany', 'delete', 'edit', 'spoil', 'process', 'answer'] as const;
export type Step = (typeof steps)[number];

export interface ModelSetup {
  perPage: number;
  /** Initial number of monitors. */
  count: number;
}

interface Request {
  page: number;
  answer: (reading: Reading<WirePage>) => void;
}

const template = monitor(1, NOON);

/**
 * A model of upstream in which the test controls all steps by `perform`. A request is first pending, then processed,
 * which reads its page from the current list, and then answered. `pick` selects the monitor or the request of a step.
 */
export function createUpstreamModel({ perPage, count }: ModelSetup) {
  let created = 0;
  let list: WirePage['monitors'] = [];
  const malformed = new Set<string>();
  const pending: Request[] = [];
  const processed: (Request & { value: WirePage })[] = [];
  const lastRead = new Map<string, number>();
  let before = new Set<string>();
  let changes = 0;

  function add(): void {
    created += 1;
    const newcomer = {
      ...template,
      monitor_uuid: `00000000-0000-4000-8000-${String(created).padStart(12, '0')}`,
    };
    list = [newcomer, ...list];
    changes += 1;
  }

  function process({ page, answer }: Request, pick: number): void {
    if (page === 1) {
      before = new Set(list.map(({ monitor_uuid }) => monitor_uuid));
      changes = 0;
    }
    const isMalformed = (row: { monitor_uuid: string }) => malformed.has(row.monitor_uuid) && pick % 2 > 0;
    processed.push({ page, answer, value: pageOf(list, { page, perPage, isMalformed }) });
  }

  for (let n = 0; n < count; n += 1) add();

  return {
    readPage: (page: number) =>
      new Promise<Reading<WirePage>>((answer) => {
        pending.push({ page, answer });
      }),
    perform(step: Step, pick: number): void {
      const chosen = list[pick % Math.max(1, list.length)];
      if (step === 'add') add();
      if (step === 'addMany') for (let n = 0; n <= perPage; n += 1) add();
      if (step === 'process') {
        const request = removeOne(pending, pick);
        if (request) process(request, pick);
      }
      if (step === 'answer') {
        const request = removeOne(processed, pick);
        if (!request) return;
        for (const row of request.value.monitors) lastRead.set(row.monitor_uuid, row.interval ?? 0);
        request.answer(readingOf(request.value));
      }
      if (!chosen) return;
      if (step === 'spoil') malformed.add(chosen.monitor_uuid);
      if (step === 'edit') {
        list = list.map((row) => (row === chosen ? { ...row, interval: (row.interval ?? 0) + 1 } : row));
      }
      if (step === 'delete') {
        list = list.filter((row) => row !== chosen);
        changes += 1;
      }
    },
    /** UUIDs of the monitors that existed at the last reading of page 1, exist now, and were never malformed. */
    stayed: () =>
      list.map(({ monitor_uuid }) => monitor_uuid).filter((uuid) => before.has(uuid) && !malformed.has(uuid)),
    /** Number of monitors added or deleted since the last reading of page 1. */
    changes: () => changes,
    /** The `interval` of each monitor in the last response that contained it. An edit increments it. */
    lastRead,
  };
}

function removeOne<T>(from: T[], pick: number): T | undefined {
  return from.splice(pick % Math.max(1, from.length), 1)[0];
}
