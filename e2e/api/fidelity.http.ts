import { expect } from 'vitest';
import { LIST_FIELDS } from '../../lib/reference-api/fixture.ts';
import { detailFields, type Fields, readDetail, readPage } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';

const types = [null, 'http', 'https', 'tcp', 'ping'];
const activities = [null, 'true', 'false'];

/** Returns a monitor of the product without the fields that the product adds. */
function sentFields(monitor: Fields): Fields {
  const { unknown_fields, condition, observed_since, changed_at, changed_after, flapping, ...sent } = monitor;
  expect(unknown_fields).toEqual([]);
  expect([changed_at === null, flapping]).toEqual([changed_after === null, false]);
  expect(observed_since).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(condition).toMatch(/^(down|overdue|unknown|pending|up|inactive)$/);
  return sent;
}

/**
 * Returns a row of the list without the fields of the detail. Rows have these fields once their monitor was opened.
 */
function listedFields(monitor: Fields): Fields {
  const sent = Object.entries(sentFields(monitor));
  return Object.fromEntries(sent.filter(([name]) => LIST_FIELDS.some((field) => field === name)));
}

const sorted = (names: readonly string[]) => [...names].sort();

test('all pages of all filters equal those of the upstream API', async ({ staticStack }) => {
  const { referenceApi, product } = staticStack;
  for (const [type, isActive] of types.flatMap((t) => activities.map((a) => [t, a] as const))) {
    const seen: unknown[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const query = new URLSearchParams({ page: String(page), per_page: '100' });
      if (type) query.set('type', type);
      if (isActive) query.set('is_active', isActive);
      const theirs = await readPage(`${referenceApi.baseUrl}/monitors?${query}`, referenceApi.apiKey);
      const ours = await readPage(`${product.url}/api/monitors?${query}`);

      expect(ours.pagination, String(query)).toStrictEqual(theirs.pagination);
      const rows = ours.data.map(listedFields);
      expect(rows, String(query)).toStrictEqual(theirs.data);
      for (const row of rows) expect(sorted(Object.keys(row))).toEqual(sorted(LIST_FIELDS));

      seen.push(...rows.map((row) => row.monitor_uuid));
      last = Number(theirs.pagination.total_pages);
    }
    const expected = referenceApi.api
      .organization()
      .monitors()
      .filter((monitor) => type === null || monitor.type === type)
      .filter((monitor) => isActive === null || String(monitor.is_active) === isActive);
    expect(seen).toEqual(expected.map((monitor) => monitor.monitor_uuid));
  }
});

test('the details of a monitor equal those of the upstream API', async ({
  staticStack: { referenceApi, product },
}) => {
  const monitors = referenceApi.api.organization().monitors();
  const some = monitors.filter((_, index) => index % 8 === 0);
  expect(new Set(some.map(({ type }) => type)), 'monitors of every type').toEqual(
    new Set(monitors.map(({ type }) => type)),
  );
  for (const { monitor_uuid: uuid } of some) {
    const theirs = await readDetail(`${referenceApi.baseUrl}/monitors/${uuid}`, referenceApi.apiKey);
    const ours = sentFields(await readDetail(`${product.url}/api/monitors/${uuid}`));
    expect(ours, uuid).toStrictEqual(theirs);
    expect(sorted(Object.keys(ours))).toEqual(sorted(detailFields));
  }
});
