import { useQuery } from '@tanstack/react-query';
import { useRequestContext } from '@/components/ui/use-request-context';
import { viewsQuery } from '@/lib/client/views-query';
import { arrangement } from '@/lib/contract/inventory-query';
import { columnNames } from '@/lib/contract/list-layout';
import type { TeamView } from '@/lib/contract/views';
import { hiddenIds, toHiddenColumns } from '../table/use-column-preferences';
import { columnsOf, type SavedView } from './saved-views';

/** The path of the list of a view, without the base path. @param hasDefault whether `/monitors` alone opens a default view */
export function pathOfView(search: string, hasDefault: boolean): '/monitors' | `/monitors?${string}` {
  if (search !== '') return `/monitors?${search}`;
  return hasDefault ? '/monitors?view=' : '/monitors';
}

/** Converts a view of the team to one of a person. */
export function savedViewOf({ name, query, columns }: TeamView): SavedView {
  if (columns === null) return { name, search: query };
  const isShown = (id: string) => columns.some((column) => column === id);
  const hidden = columnNames.filter((id) => !isShown(id) && !fixedColumns.includes(id));
  const own = columnsOf({ hiddenColumns: toHiddenColumns(hidden), columnOrder: columns });
  return { name, search: query, columns: own };
}

/** The columns that nobody can hide. */
const fixedColumns: readonly string[] = ['condition', 'name'];

/** Returns views as the content of a views file (SIGHTLINE_VIEWS_FILE). */
export function viewsFileOf(views: readonly SavedView[]): string {
  const file = {
    views: views.map(({ name, search, columns }) => {
      const pairs = [...Map.groupBy(new URLSearchParams(search), ([key]) => key)].map(
        ([key, found]) =>
          [key, found.length === 1 ? found[0]?.[1] : found.map(([, value]) => value)] as const,
      );
      const isFilter = ([key]: readonly [string, unknown]) => !arrangement.some((name) => name === key);
      return {
        name,
        filters: Object.fromEntries(pairs.filter(isFilter)),
        ...Object.fromEntries(pairs.filter((pair) => !isFilter(pair))),
        ...(columns === undefined ? {} : { columns: shownColumns(columns) }),
      };
    }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The ids of the shown columns from left to right. */
function shownColumns({ hiddenColumns, columnOrder }: NonNullable<SavedView['columns']>): string[] {
  const hidden = hiddenIds(hiddenColumns, false);
  return [...new Set([...columnOrder, ...columnNames])].filter(
    (id) => columnNames.some((name) => name === id) && !hidden.includes(id),
  );
}

/** The views of the team in the form of saved views, empty until they are loaded, and the problems of their file. */
export function useTeamViews() {
  const body = useQuery(viewsQuery(useRequestContext())).data?.body;
  const views = body?.data ?? [];
  return {
    views: views.map((view) => ({ ...savedViewOf(view), description: view.description })),
    hasDefault: views.some((view) => view.default),
    problems: body?.meta.problems ?? [],
  };
}
