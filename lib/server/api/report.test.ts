import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Report, reportSchema } from '../../contract/report.ts';
import { FailureError } from '../errors.ts';
import { completeCrawl } from '../inventory/crawl/crawl-result.fixtures.ts';
import { uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { readReport, readReportExport } from './parameters.ts';
import { startRecordedInventory, up } from './recorded-inventory.fixtures.ts';
import { createReport } from './report.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The report of an inventory with a history, at noon of 20 November 2026.
 *
 * @param parts.before resolves when the history of a report may be read
 * @param parts.start another time, epoch ms
 */
async function setUp({
  before = async () => {},
  start,
}: {
  before?: () => Promise<void>;
  start?: number;
} = {}) {
  const { crawl, history, ...parts } = await startRecordedInventory(start);
  const asked: number[] = [];
  const reporting = createReport({
    ...parts,
    demo: false,
    history: {
      ...history,
      timelines: async (...given) => {
        asked.push(given[0].length);
        await before();
        return history.timelines(...given);
      },
    },
  });
  return {
    clock: parts.clock,
    asked,
    ...reporting,
    async reportOf(search = 'month=2026-11'): Promise<Report> {
      const { body } = await reporting.getReport(readReport(new URLSearchParams(search)));
      expect(reportSchema.parse(body)).toEqual(body);
      return body;
    },
    async fileOf(search: string): Promise<string> {
      const request = readReportExport(new URLSearchParams(search));
      return text((await reporting.exportReport(request)).open());
    },
    read: (...monitors: Partial<InventoryMonitor>[]) =>
      crawl(...monitors.map((fields, n) => up(n + 1, fields))),
  };
}

const down = { last_status: 'down' };

/** Two monitors that were created at noon. The second was down from 12:01 to 12:03. */
async function withOutage() {
  const parts = await setUp();
  const { clock, read } = parts;
  const created_at = new Date(clock.now()).toISOString();
  for (const second of [{}, down, down, {}, {}]) {
    await read({ created_at }, { created_at, ...second });
    await clock.pass(MINUTE);
  }
  return parts;
}

test('each figure has bounds, of each monitor and of all together; without an availability the most downtime first', async () => {
  const { reportOf } = await withOutage();
  const { data, meta } = await reportOf();
  const figures = {
    outages: { least: 1, most: 1 },
    downtime_s: { least: 60, most: 180 },
    longest_s: { least: 60, most: 180 },
    mean_time_to_recovery_s: { least: 60, most: 180 },
  };
  expect(data.monitors.map(({ name }) => name)).toEqual(['monitor 2', 'monitor 1']);
  const tooLittle = { least: null, most: null, observed_s: 240 };
  expect(data.monitors[0]).toMatchObject({ ...figures, availability: tooLittle });
  expect(data.monitors[1]).toMatchObject({
    availability: tooLittle,
    outages: { least: 0, most: 0 },
    mean_time_to_recovery_s: null,
  });
  expect(data.all).toMatchObject({ ...figures, availability: { ...tooLittle, observed_s: 480 } });
  expect(data.outages).toEqual([
    {
      monitor_uuid: uuidOf(2),
      name: 'monitor 2',
      began: { from: '2026-11-20T12:00:00.000Z', to: '2026-11-20T12:01:00.000Z' },
      ended: { from: '2026-11-20T12:02:00.000Z', to: '2026-11-20T12:03:00.000Z' },
      lasted_s: { least: 60, most: 180 },
      in_incident: false,
    },
  ]);
  expect(meta).toMatchObject({
    month: '2026-11',
    since: '2026-11-01T00:00:00.000Z',
    until: '2026-11-20T12:04:00.000Z',
    monitors: 2,
    observed_from: '2026-11-20T12:00:00.000Z',
    view: '',
  });
});

test('monitors that go down together are an incident, and those that were never up are told apart', async () => {
  const { clock, read, reportOf } = await setUp({ start: Date.parse('2026-11-01T00:00:00Z') });
  const created_at = '2026-10-16T00:00:00.000Z';
  for (let quarter = 0; quarter < 20; quarter += 1) {
    const together = quarter === 8 ? down : {};
    const alone = quarter === 12 ? down : {};
    const states = [{ ...together, ...alone }, together, together, together, together, down];
    await read(...states.map((state) => ({ created_at, ...state })));
    await clock.pass(15 * MINUTE);
  }
  const { data } = await reportOf();
  expect(data.incidents).toEqual([
    {
      monitors: 5,
      type: 'tcp',
      region: 'eu-west',
      began: { from: '2026-11-01T01:45:00.000Z', to: '2026-11-01T02:00:00.000Z' },
      still_down: 0,
      ended_by: '2026-11-01T02:15:00.000Z',
    },
  ]);
  const isIn = (incident: boolean) => data.outages.filter(({ in_incident }) => in_incident === incident);
  expect(isIn(true)).toHaveLength(5);
  expect(isIn(false).map(({ name }) => name)).toEqual(['monitor 6', 'monitor 1']);
  expect(data).toMatchObject({ never_up: 1, still_down: 0 });
  const { data: others } = await reportOf('month=2026-11&q=-"monitor 6"');
  expect(others).toMatchObject({ never_up: 0, without_never_up: null });
  expect(data.without_never_up).toEqual(others.all);
});

test('without a month the report is of the newest one with data', async () => {
  const { clock, read, reportOf } = await setUp();
  await read({});
  expect((await reportOf('')).meta.month).toBe('2026-11');
  await clock.pass(11 * 24 * HOUR);
  await read({});
  // The first of December has too little for a figure.
  expect((await reportOf('')).meta).toMatchObject({ month: '2026-11', until: '2026-12-01T00:00:00.000Z' });
  await clock.pass(3 * 24 * HOUR);
  await read({});
  expect((await reportOf('')).meta.month).toBe('2026-12');
});

test('time that was not observed is no possible outage', async () => {
  const { clock, read, reportOf } = await setUp();
  await read({ created_at: '2026-10-16T00:00:00.000Z' });
  await clock.pass(5 * 24 * HOUR);
  await read({ created_at: '2026-10-16T00:00:00.000Z' });
  expect((await reportOf()).data.monitors[0]).toMatchObject({
    outages: { least: 0, most: 0 },
    downtime_s: { least: 0, most: 0 },
    longest_s: { least: 0, most: 0 },
    mean_time_to_recovery_s: null,
  });
});

test('filters leave monitors out, and a later month or an unknown type is refused', async () => {
  const { reportOf } = await withOutage();
  const { data, meta } = await reportOf('month=2026-11&q=monitor+1');
  expect(data.monitors.map(({ name }) => name)).toEqual(['monitor 1']);
  expect(meta).toMatchObject({ view: 'q=monitor+1', monitors: 1 });
  const refused = (parameter: string) => ({ failure: { code: 'invalid_parameter', parameter } });
  await expect(reportOf('month=2026-12')).rejects.toMatchObject(refused('month'));
  await expect(reportOf('type=fax')).rejects.toMatchObject(refused('type'));
});

test('several requests share one report until the next crawl', async () => {
  const { asked, clock, reportOf, fileOf, read } = await withOutage();
  await Promise.all([reportOf(), reportOf(), fileOf('format=csv&month=2026-11')]);
  expect(asked).toEqual([2]);
  await read({}, {});
  await clock.pass(0);
  await reportOf();
  expect(asked).toEqual([2, 2]);
});

test('reports are made one after the other, also after one that failed', async () => {
  const running: number[] = [];
  let [now, failures] = [0, 1];
  const { read, reportOf } = await setUp({
    async before() {
      now += 1;
      running.push(now);
      await setImmediate();
      now -= 1;
      failures -= 1;
      if (failures === 0) throw new FailureError({ code: 'storage_unreachable' });
    },
  });
  await read({});
  const searches = ['a', 'b', 'c'].map((q) => `month=2026-11&q=${q}`);
  const results = await Promise.allSettled(searches.map((search) => reportOf(search)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(running).toEqual([1, 1, 1]);
});

test('more than ten different reports at a time are refused', async () => {
  const first = Promise.withResolvers<void>();
  const { clock, read, reportOf } = await setUp({ before: () => first.promise });
  await read({});
  const reports = Array.from({ length: 10 }, (_, n) => reportOf(`month=2026-11&q=monitor+${n}`));
  const failure = { code: 'busy', retryAt: clock.now() + 10_000 };
  await expect(reportOf('month=2026-11&q=other')).rejects.toMatchObject({ failure });
  first.resolve();
  await Promise.all(reports);
  await expect(reportOf('month=2026-11&q=other')).resolves.toBeDefined();
});

test('a report that had to wait has the monitors that exist when it is made', async () => {
  const first = Promise.withResolvers<void>();
  const { clock, read, reportOf } = await setUp({ before: () => first.promise });
  await read({});
  void reportOf('month=2026-11&q=other');
  const waiting = reportOf('month=2026-11');
  await clock.pass(MINUTE);
  await read({}, {});
  first.resolve();
  const { data, meta } = await waiting;
  expect([data.monitors.length, meta.monitors]).toEqual([2, 2]);
});

test('the file has a line for each monitor, without figures where nothing was observed, and no formula', async () => {
  const { fileOf, read } = await setUp();
  await read({ name: '=1+1', created_at: '2026-11-20T11:59:00.000Z' });
  const [head, line, ...rest] = (await fileOf('format=csv&month=2026-11')).split('\r\n');
  expect(head).toBe(
    'monitor_uuid,name,type,target,port,availability_least,availability_most,observed_share,outages_least,outages_most,downtime_least_s,downtime_most_s,longest_least_s,longest_most_s,mean_time_to_recovery_least_s,mean_time_to_recovery_most_s,month',
  );
  expect(line).toContain(",'=1+1,");
  expect(line).toMatch(/,,,0,,,,,,,,,2026-11$/);
  expect(rest).toEqual(['']);
});

test('a file can have the outages, all that were seen', async () => {
  const { fileOf } = await withOutage();
  expect((await fileOf('format=csv&month=2026-11&rows=outages')).split('\r\n')).toEqual([
    'monitor_uuid,name,began_after,began_by,ended_after,ended_by,lasted_least_s,lasted_most_s',
    `${uuidOf(2)},monitor 2,2026-11-20T12:00:00.000Z,2026-11-20T12:01:00.000Z,2026-11-20T12:02:00.000Z,2026-11-20T12:03:00.000Z,60,180`,
    '',
  ]);
  await expect(fileOf('format=csv&month=2026-11&rows=all')).rejects.toMatchObject({
    failure: { parameter: 'rows' },
  });
});

test('row 103: a report is refused while the history cannot be read, and made again afterwards', async () => {
  const { history, ...parts } = await startRecordedInventory();
  const unreachable = new FailureError({ code: 'storage_unreachable' });
  let isReachable = false;
  const { getReport } = createReport({
    ...parts,
    demo: false,
    history: {
      ...history,
      timelines: async (...given) => {
        if (!isReachable) throw unreachable;
        return history.timelines(...given);
      },
    },
  });
  parts.inventory.publish(completeCrawl([], parts.clock.now()));
  const query = readReport(new URLSearchParams());
  await expect(getReport(query)).rejects.toBe(unreachable);
  isReachable = true;
  // Nothing has been recorded.
  expect((await getReport(query)).body.data.all).toBeNull();
});
