import { expect, test } from 'vitest';
import { setUpRefresher } from './refresher.fixtures.ts';

test('row 77: while everybody who looks has paused nothing is read; once they have left, the idle pace goes on', async () => {
  const { refresher, crawls, look, clock } = setUpRefresher();
  refresher.start();
  await clock.pass(840_000);
  await look(5 * 3_600, 'off');
  expect(crawls).toHaveLength(1);
  expect(refresher.state()).toMatchObject({ paused: true, wantedS: null, actualS: 900 });
  // They count as present for two minutes, and it is looked for that each minute.
  await clock.pass(110_000);
  expect(crawls).toHaveLength(1);
  await clock.pass(80_000);
  expect(crawls).toHaveLength(2);
  await clock.pass(1_800_000);
  expect(crawls, 'and every 15 minutes').toHaveLength(4);
});

test('row 77: who leaves and is back before the idle pace asks for a reading causes none', async () => {
  const { refresher, crawls, look, clock } = setUpRefresher();
  refresher.start();
  await look(60, 'off');
  await clock.pass(600_000);
  await look(600, 'off');
  expect(crawls).toHaveLength(1);
});

test('row 77: a pause that ends asks for what is due', async () => {
  const { refresher, crawls, look } = setUpRefresher();
  refresher.start();
  await look(300, 'off');
  await look(40, 30);
  expect(crawls.map(({ at }) => at)).toEqual([0, 300, 330]);
});

test('row 77: a pause of everybody does not keep a process from reading that knows nothing', async () => {
  const { refresher, crawls, look, clock, fails, works } = setUpRefresher();
  refresher.seen('viewer', 'off');
  fails('upstream_timeout');
  refresher.start();
  await clock.pass(0);
  expect(crawls).toHaveLength(1);
  works();
  await look(3_600, 'off');
  expect(crawls, 'until it knows something').toHaveLength(2);
});

test('row 77: while everybody has paused upstream is not probed either', async () => {
  const { refresher, crawls, look, fails } = setUpRefresher();
  refresher.start();
  await look(10);
  fails('api_key_rejected');
  await look(30);
  expect(crawls).toHaveLength(2);
  await look(3_600, 'off');
  expect(crawls).toHaveLength(2);
});

test('a viewer who has gone when the reading would begin causes none', async () => {
  const { refresher, crawls, clock } = setUpRefresher();
  refresher.start();
  await clock.pass(0);
  // 121 s after the last reading it would be due, when he is gone for a second.
  refresher.seen('viewer', 121);
  await clock.pass(800_000);
  expect(crawls.map(({ at }) => at)).toEqual([0]);
});
