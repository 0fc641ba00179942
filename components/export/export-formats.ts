import { withBasePath } from '@/lib/text/base-path';

/** The formats of files with their names: CSV for spreadsheets, and two for programs. */
export const fileFormats = { spreadsheet: 'CSV', csv: 'CSV', json: 'JSON' } as const;
export type FileFormat = keyof typeof fileFormats;

/** Parameters that choose no records. */
const notFilters: readonly string[] = ['column', 'sort', 'order', 'month', 'rows'];

/**
 * The parameters of a file. Where the comma is the decimal sign, spreadsheets split CSV at `;`.
 *
 * @param search the parameters of the route other than those of the format
 * @param title what the name of the file says; by default the values of the filters
 */
export function fileParameters(format: FileFormat, search: string, title = titleOf(search)): string {
  const parameters = new URLSearchParams({ format: format === 'json' ? 'json' : 'csv' });
  if (format === 'spreadsheet') {
    parameters.set('spreadsheet', 'true');
    if ((1.5).toLocaleString().includes(',')) parameters.set('separator', 'semicolon');
  }
  if (title !== '') parameters.set('title', title.slice(0, 200));
  return search === '' ? parameters.toString() : `${parameters}&${search}`;
}

/** The URL of a file. @param route without the base path */
export function fileUrl(route: `/${string}`, ...given: Parameters<typeof fileParameters>): string {
  return withBasePath(`${route}?${fileParameters(...given)}`);
}

/** The values of the filters; times to the minute. */
export function titleOf(search: string): string {
  const filters = [...new URLSearchParams(search)].filter(([name]) => !notFilters.includes(name));
  return filters
    .map(([, value]) => value.replace(/^-/, 'not ').replace(/^([\d-]+T\d\d):(\d\d):[\d.]+Z$/, '$1$2'))
    .join(' ');
}
