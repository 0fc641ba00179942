import 'server-only';
import { z } from 'zod';
import type { InventoryMonitor } from '../../inventory/compact-row.ts';
import { searchTextOf } from '../../inventory/search-text.ts';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import type { ChangeQuery, StoredChange } from '../history-store.ts';
import { inTurns } from '../in-turns.ts';
import type { HistoryKeys } from './layout.ts';
import type { Mark } from './mark.ts';

/** A monitor as it was at the time of changes. */
export interface Subject {
  /** The number of the monitor. */
  monitor: number;
  /** The number of the first change of this subject. */
  since: number;
  fields: StoredChange['monitor'];
  /** The text that a search is compared with, and the UUID. */
  words: string;
}

const subjectSchema = z.tuple([
  z.number(),
  z.number(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.number().nullable(),
  z.array(z.string()),
]);

export function subjectOf(monitor: number, since: number, all: InventoryMonitor): Subject {
  const { monitor_uuid, name, type, target, port, regions } = all;
  return withWords({ monitor, since, fields: { monitor_uuid, name, type, target, port, regions } });
}

function withWords(subject: Omit<Subject, 'words'>): Subject {
  return {
    ...subject,
    words: `${searchTextOf(subject.fields)} ${subject.fields.monitor_uuid.toLowerCase()}`,
  };
}

export function storedSubject({ monitor, since, fields }: Subject): string {
  const { monitor_uuid, name, type, target, port, regions } = fields;
  return JSON.stringify([monitor, since, monitor_uuid, name, type, target, port, regions]);
}

function parseSubject(text: string): Subject {
  const [monitor, since, monitor_uuid, name, type, target, port, regions] = subjectSchema.parse(
    JSON.parse(text),
  );
  return withWords({ monitor, since, fields: { monitor_uuid, name, type, target, port, regions } });
}

/** Whether a subject is this monitor as it is now. */
export function isSubject({ fields }: Subject, monitor: InventoryMonitor): boolean {
  return (
    fields.name === monitor.name &&
    fields.type === monitor.type &&
    fields.target === monitor.target &&
    fields.port === monitor.port &&
    fields.regions.join('\n') === monitor.regions.join('\n')
  );
}

/** Whether the monitor's part of a query is met. */
export function matchesSubject({ fields, words }: Subject, query: ChangeQuery): boolean {
  return (
    (query.types?.has(fields.type) ?? true) &&
    (query.regions === undefined || fields.regions.some((region) => query.regions?.has(region))) &&
    (query.words?.every((word) => words.includes(word)) ?? true) &&
    (query.uuid === undefined || fields.monitor_uuid.toLowerCase() === query.uuid)
  );
}

/** The subjects that a replica has read, by number. They are kept, because searching needs them all. */
export interface Subjects {
  /**
   * Reads what is missing, and drops what is of another epoch, or superseded before the first change that is remembered. The
   * last subject of a deleted monitor stays until the next epoch: only Redis knows that no remembered change needs it, and
   * asking for each subject would take as long as reading all of them.
   */
  upTo(
    keys: HistoryKeys,
    mark: Pick<Mark, 'subjects' | 'epoch' | 'first'>,
  ): Promise<ReadonlyMap<number, Subject>>;
}

/** Number of subjects read with one command. */
const AT_ONCE = 500;
/** Number of subjects that are examined before the event loop runs again. */
const ENTRIES_PER_TURN = 2000;

export function createSubjects({ run }: Pick<HistoryChannel, 'run'>): Subjects {
  let all = new Map<number, Subject>();
  let read = 0;
  let epoch: number | null = null;
  /** The first remembered change when something was dropped last. */
  let first = 0;
  let reading: Promise<unknown> = Promise.resolve();

  async function readMissing(keys: HistoryKeys, last: number): Promise<void> {
    while (read < last) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, last - read) }, (_, n) => String(read + n + 1));
      const texts = await run((client) => client.hmGet(keys.subjects, numbers));
      // Those of changes that are forgotten are gone.
      for (const [n, text] of texts.entries()) if (text) all.set(read + n + 1, parseSubject(text));
      read += numbers.length;
    }
  }

  /** A subject is superseded when the next one of its monitor begins. */
  async function dropSuperseded(): Promise<void> {
    const latest = new Map<number, number>();
    for await (const some of inTurns(all, ENTRIES_PER_TURN)) {
      for (const [number, { monitor, since }] of some) {
        const before = latest.get(monitor);
        if (before !== undefined && since <= first) all.delete(before);
        latest.set(monitor, number);
      }
    }
  }

  return {
    upTo(keys, mark) {
      const next = reading.then(async () => {
        if (epoch !== mark.epoch) [all, read, epoch, first] = [new Map(), 0, mark.epoch, 0];
        await readMissing(keys, mark.subjects);
        if (mark.first > first) {
          first = mark.first;
          await dropSuperseded();
        }
        return all;
      });
      reading = next.catch(() => {});
      return next;
    },
  };
}
