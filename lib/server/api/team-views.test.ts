import { expect, test } from 'vitest';
import { besideView } from '../../contract/report.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import { openViews } from '../views/open-views.ts';
import { readReport } from './parameters.ts';
import { createTeamViews } from './team-views.ts';

async function setUp() {
  const read = async () => 'views: [{ name: Shop, filters: { q: checkout }, sort: name }]';
  const log = { info: () => {}, warn: () => {} };
  const views = await openViews({ path: '/views.yaml', read, rules: [], clock: createFakeClock(), log });
  const { filtersOfView } = createTeamViews(views);
  return (search: string) => readReport(filtersOfView(new URLSearchParams(search), besideView));
}

test('a report of a view has its filters and its own month', async () => {
  const reportOf = await setUp();
  expect(reportOf('view=shop&month=2026-10')).toMatchObject({ filters: { q: 'checkout' }, month: '2026-10' });
  expect(reportOf('q=cart')).toMatchObject({ filters: { q: 'cart' }, month: undefined });
});

test('a view that does not exist, filters besides it, and two views are refused', async () => {
  const reportOf = await setUp();
  const refused = expect.objectContaining({ failure: expect.objectContaining({ parameter: 'view' }) });
  for (const search of ['view=Cart', 'view=Shop&q=cart', 'view=Shop&view=Shop']) {
    expect(() => reportOf(search), search).toThrow(refused);
  }
});
