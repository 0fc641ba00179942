import { functionalUpdate, type Updater } from '@tanstack/react-table';
import { usePreferences } from '@/components/ui/preferences';
import { type ColumnName, columnNames, defaultColumns } from '@/lib/contract/list-layout';
import { reviewRule } from '@/lib/contract/review-rules';

interface PlacedColumn {
  id: ColumnName;
  isShown: boolean;
}

/** The columns that nobody can hide. */
const fixedColumns: readonly string[] = ['condition', 'name'];

/**
 * All columns from left to right.
 *
 * @param columns as in the preferences, or the shown ones of a view of the team. Those that it does not name are last and
 *   hidden, such as one that did not exist when the user chose
 * @param isWide whether there is room for one more by default
 */
export function placeColumns(columns: readonly string[] | null, isWide: boolean): PlacedColumn[] {
  if (columns === null) {
    const isShown = (id: ColumnName) => defaultColumns.includes(id) || (isWide && id === 'last_24h');
    return columnNames.map((id) => ({ id, isShown: isShown(id) }));
  }
  const placed = new Map<ColumnName, boolean>();
  for (const id of fixedColumns) if (!columns.includes(id)) place(placed, id);
  for (const id of columns) place(placed, id);
  for (const id of columnNames) if (!placed.has(id)) place(placed, `-${id}`);
  return Array.from(placed, ([id, isShown]) => ({ id, isShown: isShown || fixedColumns.includes(id) }));
}

/** Adds a column, unless it is not known. @param text its id, with a hyphen when it is hidden */
function place(placed: Map<ColumnName, boolean>, text: string): void {
  const id = columnNames.find((name) => name === text.replace(/^-/, ''));
  if (id !== undefined) placed.set(id, id === text);
}

/** The ids of the shown columns from left to right. */
export function shownColumns(columns: readonly string[] | null, isWide = false): ColumnName[] {
  return placeColumns(columns, isWide).flatMap(({ id, isShown }) => (isShown ? [id] : []));
}

/**
 * The columns of this user, and functions that change them.
 *
 * @param rule the rule of the list. The column that it is about is shown without changing the preference
 */
export function useColumns(rule: string | undefined) {
  'use memo';
  const [{ columns, columnWidths, isWide }, change] = usePreferences();
  const placed = placeColumns(columns, isWide);
  const ofRule = reviewRule(rule ?? '')?.column;
  const store = (changed: readonly PlacedColumn[]) => {
    const written = (all: readonly PlacedColumn[]) => all.map(({ id, isShown }) => (isShown ? id : `-${id}`));
    const isDefault = written(changed).join() === written(placeColumns(null, isWide)).join();
    change({ columns: isDefault ? null : written(changed) });
  };
  return {
    columns: placed.map(({ id, isShown }) => ({
      id,
      isShown: isShown || id === ofRule,
      isFixed: fixedColumns.includes(id),
    })),
    /** Whether the user has chosen other columns than the default ones, in any order. */
    isChosen: shownColumns(columns, isWide).sort().join() !== shownColumns(null, isWide).sort().join(),
    columnWidths,
    /** Shows a hidden column, or hides a shown one. */
    toggle: (id: ColumnName) =>
      store(placed.map((column) => (column.id === id ? { id, isShown: !column.isShown } : column))),
    /** Exchanges a column with its neighbour. @param step -1 to the left, 1 to the right */
    move: (id: ColumnName, step: -1 | 1) => {
      const from = placed.findIndex((column) => column.id === id);
      const [moved, neighbour] = [placed[from], placed[from + step]];
      if (moved && neighbour) store(placed.with(from, neighbour).with(from + step, moved));
    },
    setWidths: (updater: Updater<Record<string, number>>) =>
      change({ columnWidths: functionalUpdate(updater, columnWidths) }),
    reset: () => change({ columns: null, columnWidths: {} }),
  };
}
