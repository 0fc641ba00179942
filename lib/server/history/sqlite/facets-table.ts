import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type ChangeKind, changeKinds } from '../../../contract/changes.ts';
import { foldText } from '../../../fold-text.ts';
import { BLOCK } from './schema.ts';

/** Type and regions of a monitor. */
interface Setting {
  type: string;
  regions: readonly string[];
}

/** A combination of kind, type and regions of changes. */
interface Facet extends Setting {
  id: number;
  kind: ChangeKind;
}

/** The combinations of kind, type and regions. They are few, are added and never removed, and are kept in memory. */
export interface FacetsTable {
  all(): Iterable<Facet>;
  /** Returns the id of a combination of type and regions, which is added if it is new. */
  settingOf(setting: Setting): number;
  /** Returns the id of a facet, which is added if it is new. */
  facetOf(kind: ChangeKind, setting: Setting): number;
  /** Forgets in which blocks they occur of which all changes are before a number. */
  forgetBlocks(first: number): Promise<void>;
  /** Forgets what is known, because a transaction was rolled back: what it added does not exist. */
  afterRollback(): void;
}

const idRow = z.object({ id: z.number() });
const regionsText = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));
const settingRow = z.object({ id: z.number(), type: z.string(), regions: regionsText });
const facetRow = settingRow.extend({ kind: z.enum(changeKinds) });

export function createFacetsTable(db: DatabaseSync): FacetsTable {
  const addSetting = db.prepare('INSERT INTO setting (type, regions, words) VALUES (?, ?, ?) RETURNING id');
  const addFacet = db.prepare('INSERT INTO facet (kind, setting) VALUES (?, ?) RETURNING id');
  const readSettings = db.prepare('SELECT id, type, regions FROM setting');
  const readFacets = db.prepare(
    'SELECT facet.id, kind, type, regions FROM facet JOIN setting ON setting.id = setting',
  );
  const deleteBlocks = db.prepare('DELETE FROM facet_block WHERE facet = ? AND block < ?');
  /** Null: they must be read again. */
  let known: { settings: Map<string, number>; facets: Map<string, Facet> } | null = null;

  function read() {
    const settings = readSettings.all().map((row) => settingRow.parse(row));
    const facets = readFacets.all().map((row): Facet => facetRow.parse(row));
    known = {
      settings: new Map(settings.map((one) => [keyOf(one), one.id])),
      facets: new Map(facets.map((facet) => [keyOf(facet, facet.kind), facet])),
    };
    return known;
  }
  // A damaged file is noticed as early as possible.
  read();

  function settingOf(setting: Setting): number {
    const { settings } = known ?? read();
    const found = settings.get(keyOf(setting));
    if (found !== undefined) return found;
    const { type, regions } = setting;
    const { id } = idRow.parse(addSetting.get(type, JSON.stringify(regions), wordsOfRegions(regions)));
    settings.set(keyOf(setting), id);
    return id;
  }

  return {
    all: () => (known ?? read()).facets.values(),
    settingOf,
    facetOf(kind, setting) {
      const { facets } = known ?? read();
      const key = keyOf(setting, kind);
      const found = facets.get(key);
      if (found) return found.id;
      const { id } = idRow.parse(addFacet.get(kind, settingOf(setting)));
      facets.set(key, { id, kind, type: setting.type, regions: setting.regions });
      return id;
    },
    async forgetBlocks(first) {
      for (const { id } of [...(known ?? read()).facets.values()]) {
        deleteBlocks.run(id, Math.floor(first / BLOCK));
        await setImmediate();
      }
    },
    afterRollback() {
      known = null;
    },
  };
}

/** What a search for regions is compared with. */
export function wordsOfRegions(regions: readonly string[]): string {
  return foldText(regions.join(' '));
}

function keyOf({ type, regions }: Setting, kind: ChangeKind | null = null): string {
  return JSON.stringify([kind, type, regions]);
}
