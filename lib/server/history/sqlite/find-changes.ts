import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { ChangeQuery } from '../history-store.ts';
import type { ChangesTable } from './changes-table.ts';

/** The numbers of matching changes, the newest first. `next`: the number to go on before; null: there are no more. */
interface Found {
  sequences: number[];
  next: number | null;
}

/** More subjects are not searched one by one: then most of the newest changes match anyway. */
const SUBJECTS_MAX = 300;
/** A search ends after this number of changes and is continued by the next page, so that none takes long. */
const VISITS_MAX = 5000;

const sequenceRow = z.object({ sequence: z.number().nullable() });
const visitRow = z.object({ facet: z.number(), subject: z.number() });
const idRow = z.object({ id: z.number() });

/** Where changes are looked for: in the newest first order of one index. Returns the next number below one. */
type Stream = (before: number) => number | null;

/**
 * Finds changes by merging the newest of each part of an index, so that also a rare combination is found at once. `shownTo`:
 * the last change that is shown.
 */
export function createFindChanges(
  db: DatabaseSync,
  { facets, firstAt }: Pick<ChangesTable, 'facets' | 'firstAt'>,
): (query: ChangeQuery, shownTo: number) => Found {
  const belowIn = {
    all: db.prepare('SELECT max(sequence) AS sequence FROM change WHERE sequence < ?'),
    facet: db.prepare('SELECT max(sequence) AS sequence FROM change WHERE facet = ? AND sequence < ?'),
    subject: db.prepare('SELECT max(sequence) AS sequence FROM change WHERE subject = ? AND sequence < ?'),
  };
  const readVisit = db.prepare('SELECT facet, subject FROM change WHERE sequence = ?');

  const sequenceOf = (row: unknown) => sequenceRow.parse(row).sequence;

  function subjectsMatching({ words = [], uuid }: ChangeQuery): number[] | null {
    const conditions = [
      ...(uuid === undefined ? [] : ['uuid = ?']),
      ...words.map(() => '(instr(words, ?) > 0 OR instr(lower(uuid), ?) > 0)'),
    ];
    if (conditions.length === 0) return null;
    return db
      .prepare(
        `SELECT subject.id FROM subject JOIN monitor ON monitor.id = subject.monitor WHERE ${conditions.join(' AND ')}`,
      )
      .all(...(uuid === undefined ? [] : [uuid]), ...words.flatMap((word) => [word, word]))
      .map((row) => idRow.parse(row).id);
  }

  function facetsMatching({ kinds, types, regions }: ChangeQuery): number[] | null {
    if (kinds === undefined && types === undefined && regions === undefined) return null;
    return facets()
      .filter(
        (facet) =>
          (kinds?.has(facet.kind) ?? true) &&
          (types?.has(facet.type) ?? true) &&
          (regions === undefined || facet.regions.some((region) => regions.has(region))),
      )
      .map(({ id }) => id);
  }

  function streamsFor(facetIds: number[] | null, subjectIds: number[] | null): Stream[] {
    if (subjectIds !== null && subjectIds.length <= SUBJECTS_MAX) {
      return subjectIds.map((id) => (before) => sequenceOf(belowIn.subject.get(id, before)));
    }
    if (facetIds !== null) return facetIds.map((id) => (before) => sequenceOf(belowIn.facet.get(id, before)));
    return [(before) => sequenceOf(belowIn.all.get(before))];
  }

  return (query, shownTo) => {
    const facetIds = facetsMatching(query);
    const subjectIds = subjectsMatching(query);
    const wantedFacets = facetIds && new Set(facetIds);
    const wantedSubjects = subjectIds && new Set(subjectIds);
    const least = query.since === undefined ? 0 : firstAt(query.since);
    const end = query.until === undefined ? shownTo + 1 : firstAt(query.until);
    const start = Math.min(query.before ?? shownTo + 1, end, shownTo + 1);
    const heads = streamsFor(facetIds, subjectIds).map((next) => ({ next, sequence: next(start) ?? -1 }));
    const sequences: number[] = [];
    for (let visits = 0; ; visits += 1) {
      let head = heads[0];
      for (const other of heads) if (other.sequence > (head?.sequence ?? -1)) head = other;
      if (head === undefined || head.sequence < least || head.sequence < 0) return { sequences, next: null };
      const { sequence } = head;
      if (sequences.length === query.limit || visits === VISITS_MAX) return { sequences, next: sequence + 1 };
      const { facet, subject } = visitRow.parse(readVisit.get(sequence));
      if ((wantedFacets?.has(facet) ?? true) && (wantedSubjects?.has(subject) ?? true))
        sequences.push(sequence);
      head.sequence = head.next(sequence) ?? -1;
    }
  };
}
