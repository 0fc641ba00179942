import * as z from 'zod/mini';
import { usePreferences } from '@/components/ui/preferences';
import { createStoredText, useIsStored, useStoredText } from '@/components/ui/stored-text';
import { type MonitorsUrl, parseMonitorsUrl, viewSearchOf } from '@/lib/client/monitors-url';
import { MAX_VIEW_NAME, MAX_VIEWS } from '@/lib/contract/limits';
import { columnIds } from '@/lib/contract/preferences';
import { parseJson } from '@/lib/text/parse-json';

/** The columns of a view, as in the preferences. */
const viewColumnsSchema = z.object({ hiddenColumns: z.nullable(columnIds), columnOrder: columnIds });
type ViewColumns = z.infer<typeof viewColumnsSchema>;

const savedViewSchema = z.object({
  name: z.string(),
  search: z.string(),
  columns: z.optional(z.catch(z.optional(viewColumnsSchema), undefined)),
});

/**
 * A named list state. `search` is a result of `viewSearchOf`. A suggestion and a view of an earlier version have no `columns`:
 * they leave the columns as they are.
 */
export type SavedView = z.infer<typeof savedViewSchema>;

export function isShownView(view: SavedView, search: string, columns: ViewColumns): boolean {
  if (view.search !== search) return false;
  return view.columns === undefined || JSON.stringify(view.columns) === JSON.stringify(columnsOf(columns));
}

/** The part of the preferences that a view keeps. */
export function columnsOf({ hiddenColumns, columnOrder }: ViewColumns): ViewColumns {
  return { hiddenColumns: hiddenColumns?.toSorted() ?? null, columnOrder };
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
export const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export function findView(views: readonly SavedView[], name: string): SavedView | undefined {
  return views.find((view) => isSameName(view.name, name));
}

/** The views with one added, or replaced if the name exists. Unchanged if the limit is reached. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  if (findView(views, view.name)) {
    return views.map((other) => (isSameName(other.name, view.name) ? view : other));
  }
  return views.length < MAX_VIEWS ? [...views, view] : [...views];
}

/** Parses one stored view; null if it is invalid. */
function parseView(stored: unknown): SavedView | null {
  const view = savedViewSchema.safeParse(stored).data;
  if (view === undefined) return null;
  const name = cleanName(view.name);
  if (name === '') return null;
  // Normalizes searches of earlier versions and drops values that are no longer valid.
  const search = viewSearchOf(parseMonitorsUrl(new URLSearchParams(view.search)));
  return view.columns === undefined ? { name, search } : { name, search, columns: columnsOf(view.columns) };
}

export function parseSavedViews(text: string | null): SavedView[] {
  const stored = parseJson(text ?? '[]');
  return (Array.isArray(stored) ? stored : [])
    .flatMap((view) => parseView(view) ?? [])
    .reduce<SavedView[]>((views, view) => (findView(views, view.name) ? views : withView(views, view)), []);
}

export const storedViews = createStoredText('localStorage', 'sightline.views.v1');
/** The name of the view that was shown last in this tab; '' for none. */
const lastView = createStoredText('sessionStorage', 'sightline.last-view.v1');

/** The views saved in this browser (`localStorage`). */
export function useStoredViews(): SavedView[] {
  return parseSavedViews(useStoredText(storedViews));
}

/** The views saved in this browser, and the active one. `withChanges` changes them. */
export function useSavedViews(url: MonitorsUrl) {
  const [preferences, changePreferences] = usePreferences();
  const views = useStoredViews();
  const current = viewSearchOf(url);
  const columns = columnsOf(preferences);
  const last = findView(views, useStoredText(lastView) ?? '');
  const isShown = (view: SavedView) => isShownView(view, current, columns);
  const active = last && isShown(last) ? last : views.find(isShown);
  /** Whether all filters of that view have been removed, which ends it. */
  const isLeft = current === '' && last?.search !== '';
  return {
    views,
    /** The search of the current list, as a view would store it. */
    current,
    columns,
    isStored: useIsStored(storedViews),
    active,
    /** The view that was shown last, when its list or columns have been changed since. */
    modified: active === undefined && !isLeft ? last : undefined,
    isShown,
    applyColumns: ({ columns: own }: SavedView) => (own ? changePreferences(own) : undefined),
    /** Remembers in this tab which view is shown, so that it can be said to be modified. */
    remember: () => {
      if (active) lastView.write(active.name);
      else if (last && isLeft) lastView.write('');
    },
  };
}
