import { z } from 'zod';
import { LIST_FIELDS } from '../../../lib/reference-api/fixture.ts';
import { waitUntil } from '../wait-until.ts';

const fields = z.record(z.string(), z.unknown());
const page = z.object({ data: z.array(fields), pagination: fields });
const detail = z.object({ data: fields });
const counts = z.record(z.string(), z.number());
const list = page.extend({
  pagination: z.object({
    page: z.number(),
    per_page: z.number(),
    total: z.number(),
    total_pages: z.number(),
  }),
  facets: z.record(z.string(), counts).optional(),
  down_summary: z.record(z.string(), z.unknown()).nullable().optional(),
  meta: z.object({
    as_of: z.iso.datetime(),
    degraded: z.object({ code: z.string(), since: z.iso.datetime() }).loose().nullable(),
    inventory: z.object({
      state: z.string(),
      read: z.number(),
      total: z.number(),
      missing: z.object({ count: z.number(), reason: z.string(), kept: z.number() }).nullable(),
      counts: z.object({ condition: counts, maintenance: z.number() }).nullable(),
    }),
  }),
});

/** The fields of the detail shape. */
export const detailFields = [
  ...LIST_FIELDS,
  'description',
  'http_method',
  'expected_status_codes',
  'follow_redirects',
  'timeout_ms',
] as const;

export type Fields = z.infer<typeof fields>;

/** Reads a list, from the API (with its key) or from the product. All fields are returned unchanged. */
export async function readPage(url: string, apiKey?: string): Promise<z.infer<typeof page>> {
  return page.parse(await readJson(url, apiKey));
}

/** Reads a list with its metadata from the product. @param query of the URL, without "?" */
export async function readList(product: { url: string }, query = ''): Promise<z.infer<typeof list>> {
  return list.parse(await readJson(`${product.url}/api/monitors${query === '' ? '' : `?${query}`}`));
}

/** Reads all pages of a query from the product, sequentially. */
export async function readAll(product: { url: string }, query: string): Promise<Fields[]> {
  const rows: Fields[] = [];
  for (let number = 1, last = 1; number <= last; number += 1) {
    const { data, pagination } = await readList(product, `${query}&per_page=100&page=${number}`);
    rows.push(...data);
    last = pagination.total_pages;
  }
  return rows;
}

/** Waits until the product has read all monitors once. */
export async function waitForCompleteInventory(product: { url: string }): Promise<void> {
  await waitUntil(
    async () => (await ask(`${product.url}/api/monitors?per_page=1`)).text,
    (text) => text.includes('"state":"complete"'),
    'the product has read all monitors',
  );
}

/** Reads one monitor, from the API (with its key) or from the product. */
export async function readDetail(url: string, apiKey?: string): Promise<Fields> {
  return detail.parse(await readJson(url, apiKey)).data;
}

/**
 * Sends a request and reads the complete response. An unread response would keep its connection open, and so prevent
 * the product from ending.
 */
export async function ask(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Requests the list as a viewer with an interval of one second, so that the next crawl begins soon. */
export async function requestRefresh({ url }: { url: string }): Promise<{ status: number; text: string }> {
  return ask(`${url}/api/monitors`, { headers: { 'sightline-refresh': 'on' } });
}

/** Spends requests of the product's key, like another client of the organization. */
export async function spend(api: { baseUrl: string; apiKey: string }, count: number): Promise<void> {
  for (let spent = 0; spent < count; spent += 1) {
    await readPage(`${api.baseUrl}/monitors?per_page=1`, api.apiKey);
  }
}

export async function readJson(url: string, apiKey?: string): Promise<unknown> {
  const headers: HeadersInit = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  const { status, text } = await ask(url, { headers });
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text}`);
  return JSON.parse(text);
}
