import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { seeded } from '../../lib/testing/simulate/random.ts';
import { launchProduct, readsFrom } from '../support/product.ts';
import { untilRead } from '../support/read.ts';
import { keepBusy } from './busy.ts';
import { createGenerations } from './generations.ts';
import { after, nthWrite } from './moments.ts';
import { type Restored, readRestored } from './restored.ts';

export interface Kill extends Restored {
  /** The generation that upstream had handed out whole when the product was killed. */
  handedOut: number;
  /** Answers that people had got from the process that was killed. */
  answers: number;
}

/** A life is cut at one of its first so many writes, or within so many milliseconds of its start. */
const WRITES_MAX = 400;
const LIFE_MS = 4000;
const PEOPLE = 10;
const apiKey = 'kill-nine-0123456789';

const paths = [
  '/api/monitors?sort=attention&facets=true',
  '/api/monitors?q=monitor&page=2',
  '/api/monitors/00000000-0000-4000-8000-000000000007',
  '/api/usage',
  '/api/monitors/00000000-0000-4000-8000-000000000042',
];

/**
 * Kills the product at random moments while people use it and it reads upstream every second, and starts it anew with
 * upstream dead. Every other time the moment is one of its own writes.
 */
export async function runKills(options: {
  times: number;
  monitors: number;
  seed: number;
  each?: (kill: Kill, number: number) => void;
}): Promise<Kill[]> {
  const { times, monitors, seed, each } = options;
  const random = seeded(seed);
  const directory = mkdtempSync(join(tmpdir(), 'sightline-kill9-'));
  const organization = createGenerations(monitors);
  let upstream = await startScriptedUpstream(organization.script);
  const { baseUrl } = upstream;
  const product = () =>
    launchProduct({
      env: {
        ...readsFrom({ baseUrl, apiKey }),
        SIGHTLINE_DATA_DIR: directory,
        SIGHTLINE_REFRESH_MIN_SECONDS: '1',
      },
    });
  const revive = (): Promise<ScriptedUpstream> =>
    startScriptedUpstream(organization.script, { port: Number(baseUrl.port) });

  /** @returns answers that people got before it was killed */
  async function liveAndDie(byWrite: boolean): Promise<number> {
    const over = new AbortController();
    const moment = byWrite
      ? nthWrite(directory, 1 + Math.floor(random() * WRITES_MAX), over.signal)
      : after(random() * LIFE_MS, over.signal);
    const life = product();
    const busy = life.url.then(
      (origin) => keepBusy(origin, PEOPLE, paths),
      () => null,
    );
    await Promise.race([moment, after(LIFE_MS * 3, over.signal)]);
    await life.kill();
    over.abort();
    const people = await busy;
    await people?.stop();
    return people?.answers() ?? 0;
  }

  async function restart(): Promise<Restored> {
    const begun = performance.now();
    const life = product();
    try {
      return await readRestored(await life.url, begun);
    } finally {
      await life.kill();
    }
  }

  const kills: Kill[] = [];
  try {
    await firstLife(product());
    for (let number = 1; number <= times; number += 1) {
      const answers = await liveAndDie(number % 2 === 0);
      const handedOut = organization.whole();
      await upstream.close();
      const kill = { ...(await restart()), handedOut, answers };
      kills.push(kill);
      each?.(kill, number);
      upstream = await revive();
    }
    return kills;
  } finally {
    await upstream.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Something must have been kept before anything can be lost. */
async function firstLife(life: ReturnType<typeof launchProduct>): Promise<void> {
  try {
    await untilRead({ url: await life.url });
  } finally {
    await life.stop();
  }
}
