import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Edits } from '../../contract/changes.ts';
import type { ChangeKind } from '../../contract/conditions.ts';
import type { SearchAtom, SearchClause } from '../../contract/search/parse-search.ts';
import { foldText } from '../../text/fold-text.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { Database, Tables } from '../storage/database.ts';
import { spansOf } from './append-changes.ts';
import type { Gap } from './fleet.ts';

/** The filters of changes. A change must match all of them. Times are epoch ms. */
export interface ChangeQuery {
  since?: number | undefined;
  until?: number | undefined;
  kinds?: ReadonlySet<ChangeKind> | undefined;
  types?: ReadonlySet<string> | undefined;
  regions?: ReadonlySet<string> | undefined;
  /** Words are searched in name, target, port, region and UUID. */
  search?: readonly SearchClause[] | undefined;
  uuid?: string | undefined;
  /** Only changes before this one. */
  before?: number | undefined;
  limit: number;
}

/** A stored change. `sequence` numbers the changes in order. No number is used twice. */
export interface StoredChange {
  sequence: number;
  kind: ChangeKind;
  from: number;
  to: number;
  monitor: Pick<InventoryMonitor, 'monitor_uuid' | 'name' | 'type' | 'target' | 'port' | 'regions'>;
  edits: Edits | null;
  /** The interval of the change that ended this state, or of the one that began it. Null: the state lasts, or its beginning is not known. */
  pair: Gap | null;
  /** How long the state that the change began or ended lasted, whole seconds; null: as `pair`. */
  lasted: { atLeastS: number; atMostS: number } | null;
}

/** Changes, the newest first. `next`: the value of `before` for the next page; null: there are no more changes. */
export interface ChangePage {
  changes: StoredChange[];
  next: number | null;
}

/** Maximum number of matching changes that are sorted. If more match, all changes are scanned from the newest one. */
const SORTED_MAX = 2000;
/** Maximum number of subjects that a statement lists. If more match, the statement contains the condition instead. */
const SUBJECTS_MAX = 1000;
/** Number of changes scanned before the event loop runs again. */
const BATCH_CHANGES = 20_000;

export async function findChanges({ db, engine }: Database, query: ChangeQuery): Promise<ChangePage> {
  const { since, until, before, limit } = query;
  const first = since === undefined ? 0 : await firstChangeSince(db, since);
  const end = await firstChangeSince(db, until ?? null);
  const ids = await newestIds({ db, engine }, query, { first, end: Math.min(end, before ?? end) });
  const page = ids.slice(0, limit);
  return {
    changes: page.length === 0 ? [] : await readChanges(db, page),
    next: ids.length > limit ? (page.at(-1) ?? null) : null,
  };
}

/** Returns the id of the first change that ended at `instant` (epoch ms) or later. Without one, or for null, that of the next change. */
async function firstChangeSince(db: Database['db'], instant: number | null): Promise<number> {
  const changes = db.selectFrom('change').select('id').limit(1);
  if (instant !== null) {
    const first = changes.where('to', '>=', instant).orderBy('to').orderBy('id');
    const found = await first.executeTakeFirst();
    if (found !== undefined) return found.id;
  }
  const last = await changes.orderBy('id', 'desc').executeTakeFirst();
  return (last?.id ?? 0) + 1;
}

/** Returns the ids of the newest matching changes, one more than a page has. @param range of ids, without its end */
async function newestIds(
  { db, engine }: Database,
  query: ChangeQuery,
  range: { first: number; end: number },
): Promise<number[]> {
  const { kinds, limit } = query;
  const allSubjects = subjectsMatching({ db, engine }, query);
  const found = (await allSubjects?.limit(SUBJECTS_MAX + 1).execute())?.map(({ id }) => id);
  if (found?.length === 0) return [];
  // No engine can estimate how many subjects contain a text, and so choose the right index. If they are few, their ids are listed.
  const few = found && found.length <= SUBJECTS_MAX ? found : null;
  const subjects = few ?? allSubjects;
  const matching = (first: number, end: number, usesIndexes: boolean) => {
    let changes = db.selectFrom('change').select('id').where('id', '>=', first).where('id', '<', end);
    // An expression in place of a column prevents the engine from using the index of that column.
    if (kinds) changes = changes.where(usesIndexes ? sql`kind` : sql`kind || ''`, 'in', [...kinds]);
    if (subjects) changes = changes.where(usesIndexes ? sql`subject` : sql`subject + 0`, 'in', subjects);
    return changes;
  };
  if (kinds !== undefined || few !== null) {
    const some = matching(range.first, range.end, true).limit(SORTED_MAX + 1);
    const matches = (await some.execute()).map(({ id }) => id);
    if (matches.length <= SORTED_MAX) return matches.sort((a, b) => b - a).slice(0, limit + 1);
  }
  const ids: number[] = [];
  for (let { end } = range; end > range.first && ids.length <= limit; end -= BATCH_CHANGES) {
    const batch = matching(Math.max(range.first, end - BATCH_CHANGES), end, false);
    const newest = batch.orderBy('id', 'desc').limit(limit + 1 - ids.length);
    for (const { id } of await newest.execute()) ids.push(id);
    await setImmediate();
  }
  return ids;
}

/** Returns the query for the ids of the subjects that match; null: all do. */
function subjectsMatching(
  { db, engine }: Database,
  { types, regions, search = [], uuid }: ChangeQuery,
): SelectQueryBuilder<Tables, 'subject', { id: number }> | null {
  if (types === undefined && regions === undefined && search.length === 0 && uuid === undefined) return null;
  let found = db.selectFrom('subject').select('id');
  if (types !== undefined) found = found.where('type', 'in', [...types]);
  if (regions !== undefined) {
    const texts = [...regions].map((region) => JSON.stringify(region));
    found = found.where(({ or }) => or(texts.map((text) => containsText(engine, 'regions', text))));
  }
  if (search.length > 0) found = found.where((subjects) => matchSubjects(engine, search, subjects));
  if (uuid !== undefined) {
    const monitor = db.selectFrom('monitor_seen').select('id');
    found = found.where('monitor', 'in', monitor.where(sql<string>`lower(uuid)`, '=', uuid.toLowerCase()));
  }
  return found;
}

const rowSchema = z.object({
  edits: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })).nullable(),
  regions: z.array(z.string()),
});

/** Selects changes with their monitors. */
const changesWithMonitors = (db: Database['db']) =>
  db
    .selectFrom('change')
    .innerJoin('subject', 'subject.id', 'change.subject')
    .innerJoin('monitor_seen', 'monitor_seen.id', 'subject.monitor');

/** Reads the changes with these ids, the newest first. */
async function readChanges(db: Database['db'], ids: readonly number[]): Promise<StoredChange[]> {
  const rows = await changesWithMonitors(db)
    .select(['change.id as sequence', 'kind', 'from', 'to', 'pair_from', 'pair_to', 'edits'])
    .select(['uuid as monitor_uuid', 'name', 'type', 'target', 'port', 'regions'])
    .where('change.id', 'in', ids)
    .orderBy('change.id', 'desc')
    .execute();
  return rows.map((row) => {
    const { sequence, kind, from, to, pair_from, pair_to, monitor_uuid, name, type, target, port } = row;
    const { edits, regions } = rowSchema.parse({
      edits: row.edits && JSON.parse(row.edits),
      regions: JSON.parse(row.regions),
    });
    const own = { from, to };
    const pair = pair_from === null || pair_to === null ? null : { from: pair_from, to: pair_to };
    const begins = spansOf(kind).begins !== null;
    const lasted = pair && (begins ? lastedBetween(own, pair) : lastedBetween(pair, own));
    const monitor = { monitor_uuid, name, type, target, port, regions };
    return { sequence, kind, from, to, monitor, edits, pair, lasted };
  });
}

function lastedBetween(begin: Gap, end: Gap): StoredChange['lasted'] {
  return {
    atLeastS: Math.max(0, Math.floor((end.from - begin.to) / 1000)),
    atMostS: Math.max(0, Math.ceil((end.to - begin.from) / 1000)),
  };
}

type Subjects = ExpressionBuilder<Tables, 'subject'>;

/** Returns the SQL condition that a column contains a text. It distinguishes upper and lower case. */
function containsText(engine: Database['engine'], column: 'regions' | 'search', text: string) {
  return sql<SqlBool>`${indexOf(engine, sql.ref(column), text)} > 0`;
}

/** Returns the SQL condition that a parsed search matches a subject. */
function matchSubjects(
  engine: Database['engine'],
  all: readonly SearchClause[],
  { and, or, not, eb }: Subjects,
): Expression<SqlBool> {
  const matchAtom = (atom: SearchAtom): Expression<SqlBool> => {
    if (atom.field === null) return containsText(engine, 'search', foldText(atom.text));
    const value = atom.comparison === null ? atom.value : '';
    if (atom.field === 'type') return eb('type', '=', value);
    if (atom.field === 'region') return containsText(engine, 'regions', JSON.stringify(value));
    // The first line of the text is the name, the second line is the target.
    const afterName = sql`substr(search, ${indexOf(engine, sql.ref('search'), '\n')} + 1)`;
    const line = atom.field === 'name' ? sql`search` : afterName;
    const position = indexOf(engine, line, foldText(value));
    return sql<SqlBool>`${position} > 0 and ${position} < ${indexOf(engine, line, '\n')}`;
  };
  const matchAny = (any: SearchClause) =>
    or(any.map((atom) => (atom.isNegated ? not(matchAtom(atom)) : matchAtom(atom))));
  return and(all.map(matchAny));
}

/** Returns the SQL expression for the position of a part in a text, counted from 1; 0: the text does not contain it. */
function indexOf(engine: Database['engine'], text: Expression<unknown>, part: string) {
  return sql<number>`${sql.raw(engine === 'sqlite' ? 'instr' : 'strpos')}(${text}, ${part})`;
}

/** Returns the interval in which the present maintenance of each monitor began, epoch ms, by UUID. */
export async function presentMaintenance(
  db: Database['db'],
): Promise<Map<string, { from: number; to: number }>> {
  const changes = changesWithMonitors(db)
    .select(['uuid', 'from', 'to'])
    .where('kind', '=', 'maintenance_on')
    .where('pair_to', 'is', null);
  const rows = await changes.orderBy('change.id').execute();
  return new Map(rows.map(({ uuid, from, to }) => [uuid, { from, to }]));
}

/** Returns the UUIDs of the monitors whose present outage was seen to begin while they were up. */
export async function outagesAfterUp(db: Database['db']): Promise<string[]> {
  const changes = changesWithMonitors(db)
    .select('uuid')
    .where('kind', '=', 'down')
    .where('pair_to', 'is', null)
    .where('condition_before', '=', 'up');
  return (await changes.execute()).map(({ uuid }) => uuid);
}

/** Returns the UUIDs of the monitors that went down between two times, epoch ms. */
export async function monitorsDown(db: Database['db'], since: number, until: number): Promise<string[]> {
  const changes = changesWithMonitors(db)
    .select('uuid')
    .distinct()
    .where('to', '>=', since)
    .where('to', '<', until)
    .where('kind', '=', 'down');
  return (await changes.execute()).map(({ uuid }) => uuid);
}
