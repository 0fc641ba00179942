import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { seeded } from '../../lib/testing/simulate/random.ts';
import { waitForCompleteInventory } from '../support/http/read.ts';
import { launchProduct, upstreamEnv } from '../support/products/product.ts';
import { check, checkCompleteList, noViolations, type Violations } from './check-response.ts';
import { allFaults, faultSequence, REFUSED } from './faults.ts';
import { startSoakUpstream } from './upstream.ts';
import { startViewers } from './viewers.ts';

export interface SoakFigures {
  violations: Violations;
  /** Error messages of the first ten failed requests. */
  failureDetails: string[];
  /** The number of valid responses that viewers received. */
  responses: number;
  /** How often the complete list was checked for lost and duplicated monitors. */
  completeListChecks: number;
  /** Age of the oldest list that was not reported as stale, seconds. */
  oldestUnreportedS: number;
  /** How often each fault affected a request. */
  occurrences: Record<string, number>;
  /** Faults that should have affected a request and did not. */
  missingFaults: string[];
  kills: number;
  received: number;
  /** Requests that exceeded upstream's limits, counted by upstream. */
  overLimit: number;
  /** The smallest heap in the second quarter, MB. */
  heapSecondQuarterMb: number;
  /** The smallest heap in the last quarter, MB. */
  heapLastQuarterMb: number;
  /** The largest resident memory, MB. */
  residentPeakMb: number;
}

const STEP_MS = 1000;
/** Minimum durations of a fault and of the time between faults, milliseconds. */
const FAULT_MS = 3000;
const CALM_MS = 4000;
/**
 * A list may be this much older than the interval, milliseconds: a crawl may wait for the end of a minute's window
 * (refresher.ts), and for deadlines and retries.
 */
const SLACK_MS = 65_000 + 20_000;
const TOKEN = 'soak-metrics-0123456789';
const usageSchema = z.object({
  data: z.object({
    refresh: z.object({ actual_s: z.number() }),
    spent_here: z.record(z.string(), z.union([z.number(), z.string()])),
  }),
});

/** Reads the memory from the metrics. */
async function readMemory(origin: string, token: string) {
  const response = await fetch(`${origin}/api/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  const value = (name: string) => {
    const found = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    if (!(found > 0))
      throw new Error(`The metrics do not contain ${name}: ${response.status} ${text.slice(0, 500)}`);
    return found;
  };
  return {
    heap: value('nodejs_heap_size_used_bytes'),
    resident: value('process_resident_memory_bytes'),
  };
}

/** Runs the built product with viewers and faults. @param each called once a second with the present fault */
export async function runSoak(options: {
  minutes: number;
  seed: number;
  viewers: number;
  monitors: number;
  /** Continues until every fault, including the long ones, has affected a request; at most twice as long. */
  everyKind: boolean;
  each?: (second: number, fault: string | null) => void;
}): Promise<SoakFigures> {
  const { minutes, seed, viewers, monitors, everyKind, each } = options;
  const random = seeded(seed);
  const directory = mkdtempSync(join(tmpdir(), 'sightline-soak-'));
  const upstream = await startSoakUpstream({ monitors, seed });
  const initialUuids = upstream.uuids();
  const next = faultSequence(random, everyKind);
  const env = { ...upstreamEnv(upstream), SIGHTLINE_DATA_DIR: directory, SIGHTLINE_METRICS_TOKEN: TOKEN };
  const start = () => launchProduct({ env });
  let product = start();
  let origin = product.url;
  const violations = noViolations();
  const failureDetails: string[] = [];
  /** The intervals of the last `SLACK_MS`: after a change the longer one applies until the next crawl has finished. */
  let intervals: { ms: number; at: number }[] = [];
  const memory: Awaited<ReturnType<typeof readMemory>>[] = [];
  let oldestUnreported = 0;
  let completeListChecks = 0;
  let kills = 0;

  await waitForCompleteInventory({ url: await origin });
  const simulated = startViewers({
    count: viewers,
    random,
    origin: () => origin,
    uuids: initialUuids,
    isGone: upstream.isGone,
    onResponse(response) {
      const listMs = Math.max(0, ...intervals.map(({ ms }) => ms)) + SLACK_MS;
      check(response, { truth: upstream.truth, isGone: upstream.isGone, listMs }, violations);
      if (response.isList && !response.isDegraded)
        oldestUnreported = Math.max(oldestUnreported, Date.now() - response.asOf);
    },
    onFailure(why) {
      violations.failed += 1;
      if (failureDetails.length < 10) failureDetails.push(why);
    },
  });

  async function killAndRestart(): Promise<void> {
    kills += 1;
    origin = product.kill().then(() => {
      product = start();
      return product.url;
    });
    await origin;
  }

  /** Reads the usage, and notes the interval. @returns the number of upstream requests so far */
  async function readUsage(at: string): Promise<number> {
    const { data } = usageSchema.parse(await (await fetch(`${at}/api/usage`)).json());
    const now = Date.now();
    intervals = intervals.filter(({ at: then }) => now - then < SLACK_MS);
    intervals.push({ ms: data.refresh.actual_s * 1000, at: now });
    return Object.values(data.spent_here).reduce<number>(
      (sum, n) => sum + (typeof n === 'number' ? n : 0),
      0,
    );
  }

  let refusals = 0;
  const occurrences = (): Record<string, number> => ({
    ...upstream.occurrences(),
    ...(refusals > 0 ? { [REFUSED]: refusals } : {}),
  });
  const missingFaults = () =>
    everyKind ? allFaults(true).filter((name) => occurrences()[name] === undefined) : [];

  const began = Date.now();
  const lengthMs = minutes * 60_000;
  let fault: string | null = null;
  let since = began;
  /** Counts at the beginning of the present phase: occurrences of its fault, good responses, upstream requests. */
  let before = { occurrences: 0, good: 0, sent: await readUsage(await origin) };
  for (let step = 0; ; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    const passed = Date.now() - began;
    if (passed > lengthMs && (missingFaults().length === 0 || passed > 2 * lengthMs)) break;
    if (kills === 0 && passed > lengthMs / 8) await killAndRestart();
    const at = await origin;
    if (step % 3 === 0 && (await checkCompleteList(at, initialUuids, upstream.isGone, violations)))
      completeListChecks += 1;
    memory.push(await readMemory(at, TOKEN));
    const sent = await readUsage(at);
    if (fault === REFUSED && sent > before.sent) refusals += 1;
    // A fault ends when it has affected a request; the time without one ends after a good response.
    const isOver =
      fault === null
        ? Date.now() - since > CALM_MS && upstream.counts().good > before.good
        : Date.now() - since > FAULT_MS && (occurrences()[fault] ?? 0) > before.occurrences;
    if (isOver) {
      fault = fault === null ? next.next().value : null;
      since = Date.now();
      await upstream.fail(fault);
      before = { occurrences: occurrences()[fault ?? ''] ?? 0, good: upstream.counts().good, sent };
    }
    each?.(Math.round(passed / 1000), fault);
  }
  await simulated.stop();
  await product.stop();
  await upstream.close();
  rmSync(directory, { recursive: true, force: true });
  const quarter = Math.floor(memory.length / 4);
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  // The smallest one approximates the heap without garbage.
  const minHeap = (samples: typeof memory) => megabytes(Math.min(...samples.map(({ heap }) => heap)));
  return {
    violations,
    failureDetails,
    responses: simulated.responses(),
    completeListChecks,
    oldestUnreportedS: Math.round(oldestUnreported / 1000),
    occurrences: occurrences(),
    missingFaults: missingFaults(),
    kills,
    ...upstream.counts(),
    heapSecondQuarterMb: minHeap(memory.slice(quarter, 2 * quarter)),
    heapLastQuarterMb: minHeap(memory.slice(-quarter)),
    residentPeakMb: megabytes(Math.max(...memory.map(({ resident }) => resident))),
  };
}
