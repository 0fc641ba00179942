import { type ExportField, exportFields } from '@/lib/contract/export-fields';
import {
  defaultInventoryQuery,
  type InventoryQuery,
  serializeInventoryQuery,
} from '@/lib/contract/inventory-query';
import type { InventoryState } from '@/lib/contract/responses';
import { withBasePath } from '@/lib/text/base-path';
import { formatInteger } from '@/lib/text/format';

/** The export formats with their query parameters. Where the comma is the decimal sign, spreadsheets split CSV at `;`. */
export const exportFormats = [
  { parameters: 'format=csv', label: 'CSV' },
  { parameters: 'format=csv&bom=true', label: 'CSV for spreadsheets' },
  { parameters: 'format=csv&bom=true&separator=semicolon', label: 'CSV for spreadsheets, with ;' },
  { parameters: 'format=json', label: 'JSON' },
] as const;

/** The fields of a file that a column of the table shows; a column that is not here shows the field of its name. */
const fieldsOfColumns: Readonly<Record<string, readonly ExportField[]>> = {
  condition: ['condition_label'],
  target: ['target', 'port'],
  region: ['regions'],
  changed: ['changed_at'],
};

/** The fields of a file with the visible columns. @param columns their ids */
export function exportFieldsOf(columns: readonly string[]): ExportField[] {
  return columns.flatMap((id) => fieldsOfColumns[id] ?? exportFields.filter((field) => field === id));
}

/** The URL of the export of the complete filtered list, in the current order. @param fields null: all */
export function exportUrl(
  parameters: (typeof exportFormats)[number]['parameters'],
  query: InventoryQuery,
  fields: readonly ExportField[] | null = null,
): string {
  const { per_page } = defaultInventoryQuery;
  const filters = serializeInventoryQuery({ ...query, page: 1, per_page, facets: false });
  const columns = (fields ?? []).map((field) => `column=${field}`);
  return withBasePath(
    `/api/monitors/export?${[parameters, ...columns, ...(filters === '' ? [] : [filters])].join('&')}`,
  );
}

/** The reason why an export is unavailable or incomplete; null when it is neither. */
export function exportCaveat({ state, read, total, missing }: InventoryState): string | null {
  if (missing !== null) {
    const number = `${formatInteger(missing.count)} of ${formatInteger(total)} monitors couldn’t be loaded.`;
    const kept =
      missing.kept === 0
        ? `The file doesn’t include ${missing.count === 1 ? 'it' : 'them'}`
        : `The file includes older data for ${formatInteger(missing.kept)} of them`;
    return `${number} ${kept}; its name includes "incomplete".`;
  }
  if (state === 'complete') return null;
  return `Export is available once all monitors are loaded (${formatInteger(read)} of ${formatInteger(total)} so far).`;
}
