import { expect, test } from 'vitest';
import type { Lease } from '../shared/leadership.ts';
import { soleReplica } from '../shared/replicas.ts';
import { plenty, setUpRefresher } from './refresher.fixtures.ts';
import { createViewers } from './viewers.ts';

/** A refresher of a replica that does not lead until the test says so. */
function setUp() {
  const base = setUpRefresher();
  let term: number | null = null;
  let onChange = () => {};
  const lease: Lease = {
    term: () => term,
    onChange(listener) {
      onChange = listener;
    },
  };
  let asked = 0;
  let received = Promise.withResolvers<void>();
  let onViewersChanged = () => {};
  let othersWant: number | null = null;
  const refresher = base.createAnother({
    lease,
    askLeader() {
      asked += 1;
    },
    takeOver: () => received.promise,
    viewers: createViewers(base.clock, {
      ...soleReplica('test'),
      viewers: () => ({ count: othersWant === null ? 0 : 1, wantedS: othersWant }),
      onViewersChanged(listener) {
        onViewersChanged = listener;
      },
    }),
  });
  refresher.start();
  return {
    ...base,
    refresher,
    asked: () => asked,
    lead(next: number | null) {
      term = next;
      received = Promise.withResolvers<void>();
      onChange();
    },
    receive: () => received.resolve(),
    viewElsewhere(seconds: number) {
      othersWant = seconds;
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

test('a new leader first learns the last crawl, and reads again as soon as the operator allows', async () => {
  const { clock, crawls, refresher, answerDetail, lead, receive } = setUp();
  answerDetail(plenty);
  lead(2);
  await clock.pass(5_000);
  expect(crawls, 'before it has received what the leader before it published').toEqual([]);
  refresher.adopt({ startedAt: clock.monotonic() - 5_000, cost: 3, pages: 3, isRunning: true, sent: 0 });
  receive();
  refresher.seen('viewer', 3600);
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
  viewElsewhere(15);
  await clock.pass(100);
  expect(crawls.length).toBe(before + 1);
});

test('a request to read is passed on to the leader, which carries it out; another replica does not', async () => {
  const { clock, crawls, refresher, asked, lead, receive } = setUp();
  const requested = refresher.readNow();
  expect(requested.kind).toBe('reading');
  expect(asked()).toBe(1);
  let sent: number | null = null;
  if (requested.kind === 'reading') {
    void requested.ended.then((requests) => {
      sent = requests;
    });
  }
  refresher.readForOthers();
  await clock.pass(100);
  expect(crawls, 'it does not lead').toEqual([]);
  expect(asked(), 'and asks nobody').toBe(1);
  const crawl = { startedAt: clock.monotonic(), cost: 3, pages: 3, sent: 0 };
  refresher.adopt({ ...crawl, isRunning: true });
  await clock.pass(0);
  expect(sent).toBeNull();
  refresher.adopt({ ...crawl, isRunning: false, sent: 3 });
  await clock.pass(0);
  expect(sent).toBe(3);

  await clock.pass(60_000);
  lead(1);
  receive();
  await clock.pass(100);
  const before = crawls.length;
  await clock.pass(20_000);
  refresher.readForOthers();
  expect(crawls.length).toBe(before + 1);
});
