import * as z from 'zod/mini';
import { usePreferences } from '@/components/ui/preferences';
import { createStoredText, useIsStored, useStoredText } from '@/components/ui/stored-text';
import { type MonitorsUrl, parseMonitorsUrl, viewSearchOf } from '@/lib/client/monitors-url';
import { MAX_VIEW_NAME } from '@/lib/contract/limits';
import { columnIds } from '@/lib/contract/preferences';
import { parseJson } from '@/lib/text/parse-json';
import { shownColumns } from '../table/use-columns';

const savedViewSchema = z.object({
  name: z.string(),
  search: z.string(),
  /** As in the preferences. */
  columns: z.optional(z.catch(z.optional(z.nullable(columnIds)), undefined)),
});

/**
 * A named list state. `search` is a result of `viewSearchOf`. A view without `columns` leaves the columns as they are.
 */
export type SavedView = z.infer<typeof savedViewSchema>;

/** Whether the list and the columns are those of a view. @param columns as in the preferences */
export function isShownView(view: SavedView, search: string, columns: readonly string[] | null): boolean {
  if (view.search !== search) return false;
  return view.columns === undefined || shownColumns(view.columns).join() === shownColumns(columns).join();
}

/** Normalizes a name: what no database can store becomes a space, and its length is limited. Empty if there is no name. */
export function cleanName(text: string): string {
  const clean = text.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();
  // The limit may divide a character.
  return clean
    .slice(0, MAX_VIEW_NAME)
    .replace(/\p{Cs}$/u, '')
    .trim();
}

/** Compares names without case, because names that differ only in case would be confused. */
const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export function findView(views: readonly SavedView[], name: string): SavedView | undefined {
  return views.find((view) => isSameName(view.name, name));
}

/** The views with one added, or replaced if the name exists. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const exists = findView(views, view.name) !== undefined;
  return exists ? views.map((other) => (isSameName(other.name, view.name) ? view : other)) : [...views, view];
}

/** The views with one renamed. Unchanged if another view has the name. */
export function withName(views: readonly SavedView[], from: SavedView, to: string): SavedView[] {
  const existing = findView(views, to);
  if (existing && !isSameName(existing.name, from.name)) return [...views];
  return views.map((view) => (isSameName(view.name, from.name) ? { ...view, name: to } : view));
}

/** Parses one stored view; null if it is invalid. */
function parseView(stored: unknown): SavedView | null {
  const view = savedViewSchema.safeParse(stored).data;
  if (view === undefined) return null;
  const name = cleanName(view.name);
  if (name === '') return null;
  // Normalizes searches of earlier versions and drops values that are no longer valid.
  const search = viewSearchOf(parseMonitorsUrl(new URLSearchParams(view.search)));
  return view.columns === undefined ? { name, search } : { name, search, columns: view.columns };
}

export function parseSavedViews(text: string | null): SavedView[] {
  const stored = parseJson(text ?? '[]');
  return (Array.isArray(stored) ? stored : [])
    .flatMap((view) => parseView(view) ?? [])
    .reduce<SavedView[]>((views, view) => (findView(views, view.name) ? views : withView(views, view)), []);
}

const storedViews = createStoredText('localStorage', 'sightline.views.v1');
/**
 * The view that this tab shows: its name ('' for none), and in lines below the searches of all lists that were edited from it, to
 * which Back can lead.
 */
const lastView = createStoredText('sessionStorage', 'sightline.last-view.v1');

/** Remembers that the shown view was edited, unless all filters were removed, which ends it. @param search as `viewSearchOf` */
export function rememberEdit(search: string): void {
  const [name = '', ...edits] = (lastView.read() ?? '').split('\n');
  if (name !== '' && search !== '') lastView.write([name, ...new Set([...edits, search])].join('\n'));
}

/** The views saved in this browser (`localStorage`). */
export function useStoredViews(): SavedView[] {
  return parseSavedViews(useStoredText(storedViews));
}

export type SavedViews = ReturnType<typeof useSavedViews>;

/** The views saved in this browser, the active one, and functions that change them, which return whether it is stored. */
export function useSavedViews(url: MonitorsUrl) {
  const [{ columns }, changePreferences] = usePreferences();
  const views = useStoredViews();
  const current = viewSearchOf(url);
  const [name = '', ...edits] = (useStoredText(lastView) ?? '').split('\n');
  const last = findView(views, name);
  const isShown = (view: SavedView) => isShownView(view, current, columns);
  const active = last && isShown(last) ? last : views.find(isShown);
  const shown = active ?? (last && [last.search, ...edits].includes(current) ? last : undefined);
  const store = (changed: SavedView[]) => storedViews.write(JSON.stringify(changed));
  return {
    views,
    /** The search of the current list, as a view would store it. */
    current,
    isStored: useIsStored(storedViews),
    active,
    /** The view whose list or columns have been changed to those that are shown. */
    modified: active === undefined ? shown : undefined,
    isShown,
    /** Saves the current list under a name. */
    save: (name: string) => store(withView(views, { name, search: current, columns })),
    rename: (view: SavedView, name: string) => store(withName(views, view, name)),
    remove: ({ name }: SavedView) => store(views.filter((view) => view.name !== name)),
    applyColumns: ({ columns: own }: SavedView) =>
      own === undefined ? undefined : changePreferences({ columns: own }),
    /** Remembers in this tab which view is shown, so that it can be said to be modified; another list ends it. */
    remember: () => {
      if (shown !== last) lastView.write(shown?.name ?? '');
    },
  };
}
