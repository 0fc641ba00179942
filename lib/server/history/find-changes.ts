import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { changeKinds } from '../../contract/changes.ts';
import type { Database, Tables } from '../storage/database.ts';
import type { ChangeQuery, StoredChange } from './history-store.ts';
import { lastedBetween, spansOf } from './spans.ts';

/** So many matching changes are sorted. Of more, the newest are found by going through all changes. */
const SORTED_MAX = 5000;
/** Number of changes gone through before the event loop runs again. */
const CHANGES_PER_TURN = 20_000;

/** Changes with ids from `first` on, before `end`. */
interface Range {
  first: number;
  end: number;
}

/** Returns matching changes, the newest first. `next`: the number to go on before; null: there are no more. */
export async function findChanges(
  { db, engine }: Database,
  query: ChangeQuery,
): Promise<{ changes: StoredChange[]; next: number | null }> {
  const ids = await newestIds({ db, engine }, query, await rangeOf(db, query));
  const page = ids.slice(0, query.limit);
  return {
    changes: page.length === 0 ? [] : await readChanges(db, page),
    next: ids.length > query.limit ? (page.at(-1) ?? null) : null,
  };
}

async function rangeOf(db: Database['db'], { since, until, before }: ChangeQuery): Promise<Range> {
  const first = since === undefined ? 0 : await firstChangeSince(db, since);
  const end = await firstChangeSince(db, until ?? null);
  return { first, end: Math.min(end, before ?? end) };
}

/**
 * Returns the id of the first change that ended at or after a time, epoch ms, or the one that the next change will have: the ids
 * are in the order of the ends. Null: no time is so late.
 */
export async function firstChangeSince(
  db: Database['db'] | Transaction<Tables>,
  instant: number | null,
): Promise<number> {
  const changes = db.selectFrom('change').select('id');
  if (instant !== null) {
    const first = changes.where('to', '>=', instant).orderBy('to').orderBy('id').limit(1);
    const found = await first.executeTakeFirst();
    if (found !== undefined) return found.id;
  }
  const last = await changes.orderBy('id', 'desc').limit(1).executeTakeFirst();
  return (last?.id ?? 0) + 1;
}

/** Returns the ids of the newest matching changes, one more than a page has. */
async function newestIds({ db, engine }: Database, query: ChangeQuery, range: Range): Promise<number[]> {
  const { kinds, limit } = query;
  const subjects = subjectsMatching({ db, engine }, query);
  const inRange = ({ first, end }: Range) =>
    db.selectFrom('change').select('id').where('id', '>=', first).where('id', '<', end);
  if (kinds !== undefined || subjects !== null) {
    let matching = inRange(range);
    if (kinds !== undefined) matching = matching.where('kind', 'in', [...kinds]);
    if (subjects !== null) matching = matching.where('subject', 'in', subjects);
    const found = await matching.limit(SORTED_MAX + 1).execute();
    if (found.length <= SORTED_MAX) {
      return found
        .map(({ id }) => id)
        .sort((a, b) => b - a)
        .slice(0, limit + 1);
    }
  }
  const ids: number[] = [];
  for (let { end } = range; end > range.first && ids.length <= limit; end -= CHANGES_PER_TURN) {
    let some = inRange({ first: Math.max(range.first, end - CHANGES_PER_TURN), end });
    // Expressions, so that no index but that of the ids is used.
    if (kinds !== undefined) some = some.where(sql`kind || ''`, 'in', [...kinds]);
    if (subjects !== null) some = some.where(sql`subject + 0`, 'in', subjects);
    const found = await some
      .orderBy('id', 'desc')
      .limit(limit + 1 - ids.length)
      .execute();
    for (const { id } of found) ids.push(id);
    await setImmediate();
  }
  return ids;
}

/** The ids of the monitors as they were that match; null: all. */
function subjectsMatching(
  { db, engine }: Database,
  { types, regions, words = [], uuid }: ChangeQuery,
): SelectQueryBuilder<Tables, 'subject', { id: number }> | null {
  if (types === undefined && regions === undefined && words.length === 0 && uuid === undefined) return null;
  const contains = (column: string, text: string) =>
    sql<boolean>`${sql.raw(engine === 'sqlite' ? 'instr' : 'strpos')}(${sql.ref(column)}, ${text}) > 0`;
  let found = db.selectFrom('subject').select('id');
  if (types !== undefined) found = found.where('type', 'in', [...types]);
  if (regions !== undefined) {
    found = found.where(({ or }) =>
      or([...regions].map((region) => contains('regions', JSON.stringify(region)))),
    );
  }
  for (const word of words) found = found.where(contains('search', word));
  if (uuid !== undefined) {
    const monitor = db.selectFrom('monitor_seen').select('id');
    found = found.where('monitor', 'in', monitor.where(sql<string>`lower(uuid)`, '=', uuid.toLowerCase()));
  }
  return found;
}

const editsSchema = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }));
const rowSchema = z.object({
  kind: z.enum(changeKinds),
  edits: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : editsSchema.parse(JSON.parse(text)))),
  regions: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
});

/** Reads the changes with these ids, the newest first. */
async function readChanges(db: Database['db'], ids: readonly number[]): Promise<StoredChange[]> {
  const rows = await db
    .selectFrom('change')
    .innerJoin('subject', 'subject.id', 'change.subject')
    .innerJoin('monitor_seen', 'monitor_seen.id', 'subject.monitor')
    .leftJoin('change_pair', 'change_pair.change', 'change.id')
    .select(['change.id', 'kind', 'change.from', 'change.to', 'edits'])
    .select(['uuid', 'name', 'type', 'target', 'port', 'regions'])
    .select(['change_pair.from as pair_from', 'change_pair.to as pair_to'])
    .where('change.id', 'in', ids)
    .orderBy('change.id', 'desc')
    .execute();
  return rows.map((row) => {
    const { id: sequence, from, to, uuid: monitor_uuid, name, type, target, port, pair_from, pair_to } = row;
    const { kind, edits, regions } = rowSchema.parse(row);
    const pair = pair_from === null || pair_to === null ? null : { from: pair_from, to: pair_to };
    const isBeginning = spansOf(kind, false).begins !== null;
    const own = { from, to };
    const lasted = pair && (isBeginning ? lastedBetween(own, pair) : lastedBetween(pair, own));
    return {
      ...{ sequence, kind, from, to, edits, lasted },
      monitor: { monitor_uuid, name, type, target, port, regions },
    };
  });
}
