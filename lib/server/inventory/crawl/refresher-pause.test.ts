import { expect, test } from 'vitest';
import { setUpRefresher } from './refresher.fixtures.ts';

test('row 77: while all viewers have paused there are no crawls; after they have left, the idle interval applies', async () => {
  const { refresher, crawls, viewFor, clock } = setUpRefresher();
  refresher.start();
  await clock.pass(840_000);
  await viewFor(5 * 3_600, true);
  expect(crawls).toHaveLength(1);
  expect(refresher.state()).toMatchObject({ paused: true, wantedS: null, actualS: 900 });
  // Viewers count as present for two minutes, which is checked every minute.
  await clock.pass(110_000);
  expect(crawls).toHaveLength(1);
  await clock.pass(80_000);
  expect(crawls).toHaveLength(2);
  await clock.pass(1_800_000);
  expect(crawls, 'then one every 15 minutes').toHaveLength(4);
});

test('row 77: a viewer who leaves and returns paused within the idle interval causes no crawl', async () => {
  const { refresher, crawls, viewFor, clock } = setUpRefresher();
  refresher.start();
  await viewFor(60, true);
  await clock.pass(600_000);
  await viewFor(600, true);
  expect(crawls).toHaveLength(1);
});

test('row 77: the end of a pause starts a crawl that is due', async () => {
  const { refresher, crawls, viewFor } = setUpRefresher();
  refresher.start();
  await viewFor(300, true);
  await viewFor(40);
  expect(crawls.map(({ at }) => at)).toEqual([0, 300, 330]);
});

test('row 77: the first crawl is not prevented by paused viewers', async () => {
  const { refresher, crawls, viewFor, clock, fail, succeed } = setUpRefresher();
  refresher.seen('viewer', true);
  fail('upstream_timeout');
  refresher.start();
  await clock.pass(0);
  expect(crawls).toHaveLength(1);
  succeed();
  await viewFor(3_600, true);
  expect(crawls, 'until the first success').toHaveLength(2);
});

test('row 77: while all viewers have paused there are no probes', async () => {
  const { refresher, crawls, viewFor, fail } = setUpRefresher();
  refresher.start();
  await viewFor(10);
  fail('api_key_rejected');
  await viewFor(30);
  expect(crawls).toHaveLength(2);
  await viewFor(3_600, true);
  expect(crawls).toHaveLength(2);
});

test('a viewer who has left before the crawl is due causes none', async () => {
  const { createAnother, crawls, clock } = setUpRefresher();
  // The crawl is due 121 s after the last one, when the viewer has been absent for a second.
  const refresher = createAnother({ minS: 121 });
  refresher.start();
  await clock.pass(0);
  refresher.seen('viewer', false);
  await clock.pass(800_000);
  expect(crawls.map(({ at }) => at)).toEqual([0]);
});
