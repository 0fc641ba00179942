import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { seeded } from '../../lib/testing/simulate/random.ts';
import { launchProduct, readsFrom } from '../support/product.ts';
import { audit } from './audit.ts';
import { check, noWrongs, type Wrongs } from './check.ts';
import { lasting, passing } from './faults.ts';
import { leastHeap, type MemorySample, readMemory } from './memory.ts';
import { REFUSED, startSoakUpstream } from './upstream.ts';
import { startViewers } from './viewers.ts';

export interface SoakFigures {
  wrongs: Wrongs;
  /** The first few that failed, in words. */
  failures: string[];
  answers: number;
  audits: number;
  /** Age of the oldest list that named no reason for it, seconds. */
  oldestSilentS: number;
  /** How often each fault was in force. */
  faults: Record<string, number>;
  kills: number;
  received: number;
  /** Requests beyond the limits, by upstream's own count. */
  refused: number;
  /** Least heap in the second quarter and in the last, MB; how far resident memory went. */
  heapBefore: number;
  heapAfter: number;
  resident: number;
}

const STEP_MS = 1000;
/**
 * A list may be so much older than the interval before it has to say why: waiting for the rest of a minute's window is
 * part of reading (refresher.ts), and so are deadlines and retries.
 */
const SLACK_MS = 65_000 + 20_000;
const TOKEN = 'soak-metrics-0123456789';
const refresh = z.object({ data: z.object({ refresh: z.object({ actual_s: z.number() }) }) });

/** Runs the built product under viewers and faults. @param each is told once a second what is going on */
export async function runSoak(options: {
  minutes: number;
  seed: number;
  viewers: number;
  monitors: number;
  each?: (second: number, fault: string | null) => void;
}): Promise<SoakFigures> {
  const { minutes, seed, viewers, monitors, each } = options;
  const random = seeded(seed);
  const directory = mkdtempSync(join(tmpdir(), 'sightline-soak-'));
  const upstream = await startSoakUpstream({ monitors, seed });
  const steady = upstream.uuids();
  const names = [REFUSED, ...Object.keys(passing), ...(minutes >= 5 ? Object.keys(lasting) : [])];
  const env = { ...readsFrom(upstream), SIGHTLINE_DATA_DIR: directory, SIGHTLINE_METRICS_TOKEN: TOKEN };
  const start = () => launchProduct({ env });
  let product = start();
  let origin = product.url;
  const wrongs = noWrongs();
  const failures: string[] = [];
  const faults: Record<string, number> = {};
  const memory: MemorySample[] = [];
  let oldestMs = 15_000 + SLACK_MS;
  let oldestSilent = 0;
  let audits = 0;
  let kills = 0;

  await untilWhole(await origin);
  const people = startViewers({
    count: viewers,
    random,
    origin: () => origin,
    uuids: steady,
    isGone: upstream.isGone,
    answered(answer) {
      check(answer, { truth: upstream.truth, isGone: upstream.isGone, listMs: oldestMs }, wrongs);
      if (answer.isList && !answer.isDegraded)
        oldestSilent = Math.max(oldestSilent, Date.now() - answer.asOf);
    },
    failed(why) {
      wrongs.failed += 1;
      if (failures.length < 10) failures.push(why);
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

  const seconds = Math.round(minutes * 60);
  let fault: string | null = null;
  let until = 5;
  for (let second = 0; second < seconds; second += 1) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    if (second >= until) {
      // Calm and trouble take turns, each for some seconds.
      fault = fault === null ? (names[Math.floor(random() * names.length)] ?? null) : null;
      if (fault !== null) faults[fault] = (faults[fault] ?? 0) + 1;
      await upstream.fail(fault);
      until = second + 3 + Math.floor(random() * 12);
    }
    if (second === Math.floor(seconds / 8)) await killAndRestart();
    const at = await origin;
    if (second % 3 === 0 && (await audit(at, steady, upstream.isGone, wrongs))) audits += 1;
    memory.push(await readMemory(at, TOKEN));
    const usage = refresh.parse(await (await fetch(`${at}/api/usage`)).json());
    oldestMs = Math.max(oldestMs, usage.data.refresh.actual_s * 1000 + SLACK_MS);
    each?.(second, fault);
  }
  await people.stop();
  await product.stop();
  await upstream.close();
  rmSync(directory, { recursive: true, force: true });
  const quarter = Math.floor(memory.length / 4);
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  return {
    wrongs,
    failures,
    answers: people.answers(),
    audits,
    oldestSilentS: Math.round(oldestSilent / 1000),
    faults,
    kills,
    ...upstream.counts(),
    heapBefore: megabytes(leastHeap(memory.slice(quarter, 2 * quarter))),
    heapAfter: megabytes(leastHeap(memory.slice(-quarter))),
    resident: megabytes(Math.max(...memory.map(({ resident }) => resident))),
  };
}

async function untilWhole(origin: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { meta } = await (await fetch(`${origin}/api/monitors`)).json();
    if (meta.inventory.state === 'complete') return;
  }
  throw new Error('the monitors have not been read');
}
