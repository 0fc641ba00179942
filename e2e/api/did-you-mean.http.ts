import { expect } from 'vitest';
import { readList } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';

test('a search with slips answers with the nearest names apart from the data, and their searches find them', async ({
  staticStack: { product },
}) => {
  for (const [typed, name] of [
    ['currancy rats', 'Currency rates'],
    ['partnr api', 'Partner API'],
  ] as const) {
    const { data, pagination, did_you_mean } = await readList(product, `q=${encodeURIComponent(typed)}`);
    expect([data, pagination.total]).toEqual([[], 0]);
    expect(did_you_mean).toMatchObject({ by: 'name', within_filters: true });
    const found = did_you_mean?.monitors.find((monitor) => monitor.name.startsWith(name));
    expect(found, typed).toBeDefined();
    const again = await readList(product, `q=${encodeURIComponent(found?.q ?? '')}`);
    expect(again.data.map(({ monitor_uuid }) => monitor_uuid)).toContain(found?.monitor_uuid);
    expect(again.did_you_mean).toBeUndefined();
  }
});
