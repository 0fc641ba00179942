import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { seeded } from '../../lib/testing/simulate/random.ts';
import { launchProduct, readsFrom } from '../support/product.ts';
import { untilRead } from '../support/read.ts';
import { audit } from './audit.ts';
import { check, noViolations, type Violations } from './check.ts';
import { allFaults, faultSequence } from './fault-sequence.ts';
import { createListLimit } from './list-limit.ts';
import { leastHeap, type MemorySample, readMemory } from './memory.ts';
import { REFUSED, startSoakUpstream } from './upstream.ts';
import { startViewers } from './viewers.ts';

export interface SoakFigures {
  violations: Violations;
  /** The first few that failed, in words. */
  failures: string[];
  answers: number;
  audits: number;
  /** Age of the oldest list that named no reason for it, seconds. */
  oldestSilentS: number;
  /** How often each fault befell a request. */
  met: Record<string, number>;
  /** Faults that were to befall one and did not. */
  unmet: string[];
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
/** Trouble and calm last this long at least, milliseconds. */
const TROUBLE_MS = 3000;
const CALM_MS = 4000;
const TOKEN = 'soak-metrics-0123456789';
const usageSchema = z.object({
  data: z.object({
    refresh: z.object({ actual_s: z.number() }),
    spent_here: z.record(z.string(), z.union([z.number(), z.string()])),
  }),
});

/** Runs the built product under viewers and faults. @param each is told once a second what is going on */
export async function runSoak(options: {
  minutes: number;
  seed: number;
  viewers: number;
  monitors: number;
  /** Goes on until every kind of fault has befallen a request, the lasting ones too; twice as long at most. */
  everyKind: boolean;
  each?: (second: number, fault: string | null) => void;
}): Promise<SoakFigures> {
  const { minutes, seed, viewers, monitors, everyKind, each } = options;
  const random = seeded(seed);
  const directory = mkdtempSync(join(tmpdir(), 'sightline-soak-'));
  const upstream = await startSoakUpstream({ monitors, seed });
  const steady = upstream.uuids();
  const next = faultSequence(random, everyKind);
  const env = { ...readsFrom(upstream), SIGHTLINE_DATA_DIR: directory, SIGHTLINE_METRICS_TOKEN: TOKEN };
  const start = () => launchProduct({ env });
  let product = start();
  let origin = product.url;
  const violations = noViolations();
  const failures: string[] = [];
  const limit = createListLimit();
  const memory: MemorySample[] = [];
  let oldestSilent = 0;
  let audits = 0;
  let kills = 0;

  await untilRead({ url: await origin });
  const people = startViewers({
    count: viewers,
    random,
    origin: () => origin,
    uuids: steady,
    isGone: upstream.isGone,
    answered(answer) {
      const listMs = limit.at(Date.now());
      check(answer, { truth: upstream.truth, isGone: upstream.isGone, listMs }, violations);
      if (answer.isList && !answer.isDegraded)
        oldestSilent = Math.max(oldestSilent, Date.now() - answer.asOf);
    },
    failed(why) {
      violations.failed += 1;
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

  /** Reads what the product says of itself. @returns requests that it has sent so far */
  async function readUsage(at: string): Promise<number> {
    const { data } = usageSchema.parse(await (await fetch(`${at}/api/usage`)).json());
    limit.inForce(data.refresh.actual_s * 1000, Date.now());
    return Object.values(data.spent_here).reduce<number>(
      (sum, n) => sum + (typeof n === 'number' ? n : 0),
      0,
    );
  }

  let refusals = 0;
  const met = (): Record<string, number> => ({
    ...upstream.met(),
    ...(refusals > 0 ? { [REFUSED]: refusals } : {}),
  });
  const unmet = () => (everyKind ? allFaults(true).filter((name) => met()[name] === undefined) : []);

  const began = Date.now();
  const lengthMs = minutes * 60_000;
  let fault: string | null = null;
  let since = began;
  /** When the present trouble or calm began: how often its fault had been met, sound answers, requests sent. */
  let before = { met: 0, sound: 0, sent: await readUsage(await origin) };
  for (let step = 0; ; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    const passed = Date.now() - began;
    if (passed > lengthMs && (unmet().length === 0 || passed > 2 * lengthMs)) break;
    if (kills === 0 && passed > lengthMs / 8) await killAndRestart();
    const at = await origin;
    if (step % 3 === 0 && (await audit(at, steady, upstream.isGone, violations))) audits += 1;
    memory.push(await readMemory(at, TOKEN));
    const sent = await readUsage(at);
    if (fault === REFUSED && sent > before.sent) refusals += 1;
    // Trouble lasts until it has befallen a request, calm until a request has been answered.
    const isOver =
      fault === null
        ? Date.now() - since > CALM_MS && upstream.counts().sound > before.sound
        : Date.now() - since > TROUBLE_MS && (met()[fault] ?? 0) > before.met;
    if (isOver) {
      fault = fault === null ? next.next().value : null;
      since = Date.now();
      await upstream.fail(fault);
      before = { met: met()[fault ?? ''] ?? 0, sound: upstream.counts().sound, sent };
    }
    each?.(Math.round(passed / 1000), fault);
  }
  await people.stop();
  await product.stop();
  await upstream.close();
  rmSync(directory, { recursive: true, force: true });
  const quarter = Math.floor(memory.length / 4);
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  return {
    violations,
    failures,
    answers: people.answers(),
    audits,
    oldestSilentS: Math.round(oldestSilent / 1000),
    met: met(),
    unmet: unmet(),
    kills,
    ...upstream.counts(),
    heapBefore: megabytes(leastHeap(memory.slice(quarter, 2 * quarter))),
    heapAfter: megabytes(leastHeap(memory.slice(-quarter))),
    resident: megabytes(Math.max(...memory.map(({ resident }) => resident))),
  };
}
