import { parseMonitorsUrl, viewSearchOf } from '@/lib/client/monitors-url';

/** What the list showed once, under a name. `search` is as `viewSearchOf` gives it. */
export interface SavedView {
  name: string;
  search: string;
}

export const MOST_VIEWS = 50;
export const LONGEST_NAME = 60;

/** A name as it is kept: no spaces around it, one between words. Empty: it is none. */
export function cleanName(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, LONGEST_NAME).trim();
}

/** Two names that differ in case only would be mistaken for each other. */
const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export function findView(views: readonly SavedView[], name: string): SavedView | undefined {
  return views.find((view) => sameName(view.name, name));
}

/** With the view added, or in the place of the one that has its name. Full: as it was. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  if (findView(views, view.name)) {
    return views.map((other) => (sameName(other.name, view.name) ? view : other));
  }
  return views.length < MOST_VIEWS ? [...views, view] : [...views];
}

/** With another name. Unchanged where the name is taken by another view. */
export function withName(views: readonly SavedView[], from: SavedView, to: string): SavedView[] {
  const holder = findView(views, to);
  if (holder && !sameName(holder.name, from.name)) return [...views];
  return views.map((view) => (sameName(view.name, from.name) ? { ...view, name: to } : view));
}

export function withoutView(views: readonly SavedView[], name: string): SavedView[] {
  return views.filter((view) => !sameName(view.name, name));
}

/** Puts a deleted view back where it was. */
export function withViewAt(views: readonly SavedView[], view: SavedView, index: number): SavedView[] {
  if (findView(views, view.name) || views.length >= MOST_VIEWS) return [...views];
  return views.toSpliced(index, 0, view);
}

/** One stored view; null when it is damaged. */
function readView(stored: unknown): SavedView | null {
  if (typeof stored !== 'object' || stored === null || !('name' in stored) || !('search' in stored))
    return null;
  const { name: text, search } = stored;
  if (typeof text !== 'string' || typeof search !== 'string') return null;
  const name = cleanName(text);
  // What an earlier version kept is brought into one form; what is no longer valid is left out.
  return name === '' ? null : { name, search: viewSearchOf(parseMonitorsUrl(new URLSearchParams(search))) };
}

/**
 * What is stored, read one by one: a damaged view is dropped, and the others stay. By hand, as the name of the view that
 * is shown is needed with the first rows, when zod is not there yet.
 */
export function parseSavedViews(text: string | null): SavedView[] {
  return storedList(text)
    .map(readView)
    .filter((view) => view !== null)
    .reduce<SavedView[]>((views, view) => (findView(views, view.name) ? views : withView(views, view)), []);
}

function storedList(text: string | null): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
