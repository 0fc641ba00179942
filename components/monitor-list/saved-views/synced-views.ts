import * as z from 'zod/mini';
import { createStoredText } from '@/components/ui/stored-text';
import type { OwnView, ViewChanges } from '@/lib/contract/own-views';
import { parseSavedViews, type SavedView } from './saved-views';

/** The person whose views are synchronized, and the views on which this browser and the server agreed last. */
export const storedSynced = createStoredText('localStorage', 'sightline.synced-views.v1');

const syncedSchema = z.object({ person: z.string(), views: z.array(z.unknown()) });

/** Parses the stored text; null: the views of this browser were never synchronized. */
export function parseSynced(text: string | null) {
  try {
    const { person, views } = syncedSchema.parse(JSON.parse(text ?? 'null'));
    return { person, views: parseSavedViews(JSON.stringify(views)) };
  } catch {
    return null;
  }
}

const keyOf = ({ name }: { name: string }) => name.toLowerCase();
const contentOf = ({ name, search, columns = null }: SavedView | OwnView) =>
  JSON.stringify([name, search, columns && [columns.hiddenColumns, columns.columnOrder]]);

/** The changes to send to the server, so that its views change in the same way; null: nothing has changed. */
export function changesBetween(
  before: readonly (SavedView | OwnView)[],
  after: readonly SavedView[],
): ViewChanges | null {
  const known = new Map(before.map((view) => [keyOf(view), contentOf(view)]));
  const left = new Set(after.map(keyOf));
  const remove = before.filter((view) => !left.has(keyOf(view))).map(({ name }) => name);
  const put = after.flatMap(({ name, search, columns = null }, position) =>
    known.get(name.toLowerCase()) === contentOf({ name, search, columns })
      ? []
      : [{ name, search, columns, position }],
  );
  return remove.length + put.length === 0 ? null : { remove, put };
}

/** The views of this browser whose names the server does not have. They are offered to it on the first visit. */
export function offerOf(local: readonly SavedView[], server: readonly OwnView[]): ViewChanges | null {
  const known = new Set(server.map(keyOf));
  const added = local.filter((view) => !known.has(keyOf(view)));
  const changes = changesBetween([], added);
  return (
    changes && {
      ...changes,
      put: changes.put.map((view, index) => ({ ...view, position: server.length + index })),
    }
  );
}

/** The views of the server as this browser stores them. */
export function localOf(server: readonly OwnView[]): SavedView[] {
  return server.map(({ columns, ...view }) => (columns === null ? view : { ...view, columns }));
}
