import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { ChangeQuery } from '../history-store.ts';
import type { ChangesTable } from './changes-table.ts';
import type { FacetsTable } from './facets-table.ts';
import { BLOCK } from './schema.ts';

/** The numbers of matching changes, the newest first. `next`: the number to go on before; null: there are no more. */
interface Found {
  sequences: number[];
  next: number | null;
}

/** A change that may match. */
interface Candidate {
  sequence: number;
  facet: number;
  subject: number;
}

/** More subjects are not searched one by one: then most of the newest changes match anyway. */
const SUBJECTS_MAX = 300;
/** A search ends after this number of changes and is continued by the next page, so that none takes long. */
const VISITS_MAX = 5000;
/** Reading a block counts as this many changes. */
const VISITS_A_BLOCK = 50;

const sequenceRow = z.object({ sequence: z.number().nullable() });
const blockRow = z.object({ facet: z.number(), block: z.number().nullable() });
const candidateRow = z.object({ sequence: z.number(), facet: z.number(), subject: z.number() });
const idRow = z.object({ id: z.number() });

/**
 * Finds changes, the newest first: those of a few subjects by merging the newest of each, those of some facets by blocks in
 * which they occur, so that also a rare combination is found at once. `shownTo`: the last change that is shown.
 */
export function createFindChanges(
  db: DatabaseSync,
  { firstAt }: Pick<ChangesTable, 'firstAt'>,
  facets: FacetsTable,
): (query: ChangeQuery, shownTo: number) => Found {
  const readBelow = db.prepare(
    'SELECT sequence, facet, subject FROM change WHERE sequence < ? ORDER BY sequence DESC',
  );
  const readBlock = db.prepare(
    `SELECT sequence, facet, subject FROM change
     WHERE sequence >= ? AND sequence < ? AND facet IN (SELECT value FROM json_each(?)) ORDER BY sequence DESC`,
  );
  const readLastBlocks = db.prepare(
    `SELECT value AS facet, (SELECT max(block) FROM facet_block WHERE facet = value AND block <= ?) AS block FROM json_each(?)`,
  );
  const readLastOfSubject = db.prepare(
    'SELECT max(sequence) AS sequence FROM change WHERE subject = ? AND sequence < ?',
  );
  const readOne = db.prepare('SELECT sequence, facet, subject FROM change WHERE sequence = ?');

  function subjectsMatching({ words = [], uuid }: ChangeQuery): number[] | null {
    if (words.length === 0 && uuid === undefined) return null;
    // Materialized, so that the text of a subject is made once, not for each word.
    return db
      .prepare(
        `WITH searched AS MATERIALIZED (
           SELECT subject.id, coalesce(subject.words, lower(name || ' ' || target || coalesce(':' || port, '')))
             || ' ' || setting.words || ' ' || lower(uuid) AS text
           FROM subject JOIN monitor ON monitor.id = subject.monitor JOIN setting ON setting.id = setting
           WHERE ${uuid === undefined ? 'true' : 'uuid = ?'})
         SELECT id FROM searched WHERE ${['true', ...words.map(() => 'instr(text, ?) > 0')].join(' AND ')}`,
      )
      .all(...(uuid === undefined ? [] : [uuid]), ...words)
      .map((row) => idRow.parse(row).id);
  }

  function facetsMatching({ kinds, types, regions }: ChangeQuery): number[] | null {
    if (kinds === undefined && types === undefined && regions === undefined) return null;
    return [...facets.all()]
      .filter(
        (facet) =>
          (kinds?.has(facet.kind) ?? true) &&
          (types?.has(facet.type) ?? true) &&
          (regions === undefined || facet.regions.some((region) => regions.has(region))),
      )
      .map(({ id }) => id);
  }

  function* ofSubjects(ids: readonly number[], before: number): Generator<Candidate> {
    const lastOf = (id: number, end: number) =>
      sequenceRow.parse(readLastOfSubject.get(id, end)).sequence ?? -1;
    const heads = ids.map((id) => ({ id, sequence: lastOf(id, before) }));
    for (;;) {
      let head = heads[0];
      for (const other of heads) if (other.sequence > (head?.sequence ?? -1)) head = other;
      if (head === undefined || head.sequence < 0) return;
      yield candidateRow.parse(readOne.get(head.sequence));
      head.sequence = lastOf(head.id, head.sequence);
    }
  }

  /** @param onBlock called for each block that is read */
  function* ofFacets(ids: readonly number[], before: number, onBlock: () => void): Generator<Candidate> {
    const wanted = JSON.stringify(ids);
    /** The last block of each facet that has not been read. */
    const blocks = new Map<number, number>();
    function findBlocks(facetIds: readonly number[], last: number): void {
      for (const row of readLastBlocks.all(last, JSON.stringify(facetIds))) {
        const { facet, block } = blockRow.parse(row);
        if (block === null) blocks.delete(facet);
        else blocks.set(facet, block);
      }
    }
    findBlocks(ids, Math.floor((before - 1) / BLOCK));
    for (let end = before; blocks.size > 0; ) {
      const block = [...blocks.values()].reduce((one, other) => Math.max(one, other));
      onBlock();
      for (const row of readBlock.iterate(block * BLOCK, end, wanted)) yield candidateRow.parse(row);
      end = block * BLOCK;
      findBlocks(
        [...blocks].filter(([, own]) => own === block).map(([facet]) => facet),
        block - 1,
      );
    }
  }

  function* ofAll(before: number): Generator<Candidate> {
    for (const row of readBelow.iterate(before)) yield candidateRow.parse(row);
  }

  return (query, shownTo) => {
    const facetIds = facetsMatching(query);
    const subjectIds = subjectsMatching(query);
    const wantedFacets = facetIds && new Set(facetIds);
    const wantedSubjects = subjectIds && new Set(subjectIds);
    const least = query.since === undefined ? 0 : firstAt(query.since);
    const end = query.until === undefined ? shownTo + 1 : firstAt(query.until);
    const start = Math.min(query.before ?? shownTo + 1, end, shownTo + 1);
    let visits = 0;
    const onBlock = () => {
      visits += VISITS_A_BLOCK;
    };
    function candidates(): Generator<Candidate> {
      if (subjectIds !== null && subjectIds.length <= SUBJECTS_MAX) return ofSubjects(subjectIds, start);
      return facetIds === null ? ofAll(start) : ofFacets(facetIds, start, onBlock);
    }
    const sequences: number[] = [];
    for (const { sequence, facet, subject } of candidates()) {
      if (sequence < least) break;
      if (sequences.length === query.limit || visits >= VISITS_MAX) return { sequences, next: sequence + 1 };
      visits += 1;
      if ((wantedFacets?.has(facet) ?? true) && (wantedSubjects?.has(subject) ?? true))
        sequences.push(sequence);
    }
    return { sequences, next: null };
  };
}
