import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresServer } from '../../lib/demo/postgres-server.ts';
import {
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { seeded } from '../../lib/testing/simulate/random.ts';
import { waitForCompleteInventory } from '../support/http/read.ts';
import { launchProduct, upstreamEnv } from '../support/products/product.ts';
import { query } from '../support/replicas/database-contents.ts';
import { createGenerations } from './generations.ts';
import { after, nthWrite } from './kill-triggers.ts';
import { startLoad } from './load.ts';
import { type Restored, readRestored } from './restored.ts';

export interface Kill extends Restored {
  /** The last generation that upstream had sent completely when the product was killed. */
  lastSent: number;
  /** The number of responses that the clients had received from the killed process. */
  responses: number;
}

/** A process is killed at one of its first writes, up to this number. */
const WRITES_MAX = 400;
/** Or within this time after its start, milliseconds. */
const RUN_MS = 4000;
const CLIENTS = 10;
const apiKey = 'kill-nine-0123456789';

const paths = [
  '/api/monitors?sort=attention&facets=true',
  '/api/monitors?q=monitor&page=2',
  '/api/monitors/00000000-0000-4000-8000-000000000007',
  '/api/usage',
  '/api/monitors/00000000-0000-4000-8000-000000000042',
];

/**
 * Kills the product at random moments while clients use it and it crawls every second, and restarts it while upstream
 * is down. Every other time the moment is one of its own writes.
 */
export async function runKills(options: {
  times: number;
  monitors: number;
  seed: number;
  /** The server that keeps the data; by default SQLite does. The caller removes it. */
  postgres?: PostgresServer | undefined;
  each?: (kill: Kill, number: number) => void;
}): Promise<Kill[]> {
  const { times, monitors, seed, postgres, each } = options;
  const random = seeded(seed);
  const directory = mkdtempSync(join(tmpdir(), 'sightline-kill9-'));
  const organization = createGenerations(monitors);
  let upstream = await startScriptedUpstream(organization.script);
  const { baseUrl } = upstream;
  const product = () =>
    launchProduct({
      env: {
        ...upstreamEnv({ baseUrl, apiKey }),
        ...(postgres ? { SIGHTLINE_DATABASE_URL: postgres.url() } : { SIGHTLINE_DATA_DIR: directory }),
        SIGHTLINE_REFRESH_MIN_SECONDS: '1',
      },
    });
  const restartUpstream = (): Promise<ScriptedUpstream> =>
    startScriptedUpstream(organization.script, { port: Number(baseUrl.port) });

  /** Kills a process. The next one need not wait for the end of its lease. */
  async function kill(running: ReturnType<typeof product>): Promise<void> {
    await running.kill();
    if (postgres) await query(postgres.url(), 'UPDATE lease SET expires_at = 0');
  }

  /** @returns the number of responses that clients received before the kill */
  async function runUntilKilled(atWrite: boolean): Promise<number> {
    const over = new AbortController();
    const moment = atWrite
      ? nthWrite(
          postgres ? join(postgres.folder, 'pg_wal') : directory,
          1 + Math.floor(random() * WRITES_MAX),
          over.signal,
        )
      : after(random() * RUN_MS, over.signal);
    const running = product();
    const busy = running.url.then(
      (origin) => startLoad(origin, CLIENTS, paths),
      () => null,
    );
    await Promise.race([moment, after(RUN_MS * 3, over.signal)]);
    await kill(running);
    over.abort();
    const load = await busy;
    await load?.stop();
    return load?.responses() ?? 0;
  }

  async function restart(): Promise<Restored> {
    const begun = performance.now();
    const running = product();
    try {
      return await readRestored(await running.url, begun);
    } finally {
      await kill(running);
    }
  }

  const kills: Kill[] = [];
  try {
    await storeFirstSnapshot(product());
    for (let number = 1; number <= times; number += 1) {
      const responses = await runUntilKilled(number % 2 === 0);
      const lastSent = organization.lastCompleted();
      await upstream.close();
      const kill = { ...(await restart()), lastSent, responses };
      kills.push(kill);
      each?.(kill, number);
      upstream = await restartUpstream();
    }
    return kills;
  } finally {
    await upstream.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs the product until it has stored a first snapshot. */
async function storeFirstSnapshot(running: ReturnType<typeof launchProduct>): Promise<void> {
  try {
    await waitForCompleteInventory({ url: await running.url });
  } finally {
    await running.stop();
  }
}
