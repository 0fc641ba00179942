import { expect, test } from 'vitest';
import { type Lease, soleLease } from '../../replicas/lease.ts';
import { soleReplica } from '../../replicas/replicas.ts';
import { plenty, setUpRefresher } from './refresher.fixtures.ts';
import { createViewers } from './viewers.ts';

/** A refresher of a replica that does not lead until the test says so. */
function setUp() {
  const base = setUpRefresher();
  let term: number | null = null;
  let onChange = () => {};
  const lease: Lease = {
    ...soleLease,
    term: () => term,
    onChange(listener) {
      onChange = listener;
    },
  };
  let received = Promise.withResolvers<void>();
  let onViewersChanged = () => {};
  let isWatchedElsewhere = false;
  const refresher = base.createAnother({
    lease,
    takeOver: () => received.promise,
    viewers: createViewers(base.clock, {
      ...soleReplica('test'),
      others: () => ({ ids: new Set(isWatchedElsewhere ? ['other'] : []), isWatched: isWatchedElsewhere }),
      onViewersChanged(listener) {
        onViewersChanged = listener;
      },
    }),
  });
  refresher.start();
  return {
    ...base,
    refresher,
    lead(next: number | null) {
      term = next;
      received = Promise.withResolvers<void>();
      onChange();
    },
    receive: () => received.resolve(),
    viewElsewhere() {
      isWatchedElsewhere = true;
      onViewersChanged();
    },
  };
}

test('only a replica that leads reads the list', async () => {
  const { clock, crawls, lead, receive } = setUp();
  await clock.pass(3_600_000);
  expect(crawls).toEqual([]);
  lead(1);
  receive();
  await clock.pass(0);
  expect(crawls).toHaveLength(1);
  lead(null);
  await clock.pass(3_600_000);
  expect(crawls).toHaveLength(1);
});

test('a new leader first loads the last crawl, and reads again as soon as the minimum interval allows', async () => {
  const { clock, crawls, refresher, answerDetail, lead, receive } = setUp();
  answerDetail(plenty);
  lead(2);
  await clock.pass(5_000);
  expect(crawls, 'before it has received what the leader before it published').toEqual([]);
  refresher.adopt({ startedAt: clock.now() - 20_000, cost: 3, pages: 3 });
  receive();
  refresher.seen('viewer', false);
  await clock.pass(9_900);
  expect(crawls).toEqual([]);
  await clock.pass(200);
  expect(crawls).toHaveLength(1);
});

test('a viewer of another replica is served as soon as the leader hears of them', async () => {
  const { clock, crawls, lead, receive, viewElsewhere } = setUp();
  lead(1);
  receive();
  await clock.pass(60_000);
  const before = crawls.length;
  viewElsewhere();
  await clock.pass(100);
  expect(crawls.length).toBe(before + 1);
});

test('a replica that does not lead starts no crawl', () => {
  const { refresher, crawls } = setUp();
  expect(refresher.readNow()).toEqual({ kind: 'refused', failure: { code: 'no_leader' } });
  expect(crawls).toEqual([]);
});
