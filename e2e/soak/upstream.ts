import { z } from 'zod';
import { createReferenceApi } from '../../lib/reference-api/api.ts';
import {
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { type GoodAnswer, lasting, passing, whole } from './faults.ts';
import { createTruth, type Truth } from './truth.ts';

/** An upstream whose monitors change all the time, and that fails when it is told to. */
export interface SoakUpstream {
  baseUrl: URL;
  apiKey: string;
  truth: Truth;
  /**
   * From now on every answer is spoilt so, by the fault's name; null: none is. `1 refused` closes the port. Of those
   * that refuse a request there is one answer only: three in a row would mean something else (row 11).
   */
  fail(name: string | null): Promise<void>;
  /** Requests received, those that the limits did not allow, and answers that were sound. */
  counts(): { received: number; refused: number; sound: number };
  /** How often each fault has spoilt an answer; `1 refused` spoils none. */
  met(): Record<string, number>;
  uuids(): string[];
  /** Whether upstream has no such monitor (any more): what lives there comes and goes. Who has gone never comes back. */
  isGone(uuid: string): boolean;
  close(): Promise<void>;
}

/** A fault of its own kind: nobody listens. */
export const REFUSED = '1 refused';
const faults = { ...passing, ...lasting };
const once = new Set([...Object.keys(lasting), '9 429 with Reset']);
/** Somewhat less than everything that is asked for needs. */
const LIMIT_MINUTE = 240;
const KEY = 'soak-0123456789abcdef';

const row = z.record(z.string(), z.unknown());
const bodySchema = z.object({ data: z.union([z.array(row), row]) });

export async function startSoakUpstream(options: { monitors: number; seed: number }): Promise<SoakUpstream> {
  const { monitors, seed } = options;
  const api = createReferenceApi({
    clock: Date.now,
    organizations: [
      {
        name: 'Soaked',
        quota_daily: 1_000_000,
        quota_monthly: 20_000_000,
        keys: [{ key: KEY, limit_minute: LIMIT_MINUTE }],
        monitors: { count: monitors, seed, alive: true },
      },
    ],
  });
  const truth = createTruth();
  let fault: string | null = null;
  const counts = { received: 0, refused: 0, sound: 0 };
  const met: Record<string, number> = {};

  /** What upstream itself answers. A 429 of its own means that we asked for more than the limits allow. */
  function trueAnswer(target: string): GoodAnswer {
    const given = api.handle({
      method: 'GET',
      url: target,
      authorization: `Bearer ${KEY}`,
      remoteAddress: '127.0.0.1',
    });
    counts.received += 1;
    if (given.status === 429) counts.refused += 1;
    return given;
  }

  function remember({ status, body }: GoodAnswer): void {
    if (status !== 200) return;
    const at = Date.now();
    for (const one of [bodySchema.parse(JSON.parse(body)).data].flat()) truth.handedOut(one, at);
  }

  const listen = (port: number): Promise<ScriptedUpstream> =>
    startScriptedUpstream(
      ({ target }) => {
        const good = trueAnswer(target);
        const given = (fault === null ? undefined : faults[fault])?.(good) ?? good;
        if (fault !== null && given !== good) {
          met[fault] = (met[fault] ?? 0) + 1;
          if (once.has(fault)) fault = null;
        } else counts.sound += 1;
        if (Array.isArray(given)) return given;
        remember(given);
        return whole(given);
      },
      { port },
    );
  const uuids = () =>
    api
      .organization()
      .monitors()
      .map(({ monitor_uuid }) => monitor_uuid);
  let server: ScriptedUpstream | null = await listen(0);
  const { baseUrl } = server;

  return {
    baseUrl,
    apiKey: KEY,
    truth,
    async fail(name) {
      fault = name;
      if (name === REFUSED) {
        await server?.close();
        server = null;
      } else server ??= await listen(Number(baseUrl.port));
    },
    counts: () => ({ ...counts }),
    met: () => ({ ...met }),
    uuids,
    isGone: (uuid) => !uuids().includes(uuid),
    close: async () => server?.close(),
  };
}
