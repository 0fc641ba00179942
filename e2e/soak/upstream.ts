import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createReferenceApi } from '../../lib/reference-api/api.ts';
import { LIST_FIELDS } from '../../lib/reference-api/fixture.ts';
import {
  answer,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { COMPRESSED, type GoodResponse, longFaults, REFUSED, shortFaults } from './faults.ts';

/** An upstream whose monitors change continuously and to which faults can be applied. */
export interface SoakUpstream {
  baseUrl: URL;
  apiKey: string;
  truth: Truth;
  /**
   * Applies a fault to all following responses, by its name; null ends it. `1 refused` closes the port. Faults that
   * reject requests apply to one response only, because Sightline waits for a minute and more after each.
   */
  fail(name: string | null): Promise<void>;
  /** The number of requests received, of those that exceeded the limits, and of responses without a fault. */
  counts(): { received: number; overLimit: number; good: number };
  /** How often each fault has affected a response. `1 refused` prevents responses, so it is not counted here. */
  occurrences(): Record<string, number>;
  uuids(): string[];
  /**
   * Whether upstream does not (or no longer) have this monitor. Monitors are added and removed; removed ones never
   * return.
   */
  isGone(uuid: string): boolean;
  close(): Promise<void>;
}

const faults = { ...shortFaults, ...longFaults };
const once = new Set([...Object.keys(longFaults), '9 429 with Reset']);
/** Slightly fewer requests than Sightline would send without a limit. */
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
  const counts = { received: 0, overLimit: 0, good: 0 };
  const occurrences: Record<string, number> = {};

  /** The response without a fault. A 429 means that the product exceeded the limits. */
  function correctResponse(target: string): GoodResponse {
    const response = api.handle({
      method: 'GET',
      url: target,
      authorization: `Bearer ${KEY}`,
      remoteAddress: '127.0.0.1',
    });
    counts.received += 1;
    if (response.status === 429) counts.overLimit += 1;
    return response;
  }

  function record({ status, body }: GoodResponse): void {
    if (status !== 200) return;
    const at = Date.now();
    for (const one of [bodySchema.parse(JSON.parse(body)).data].flat()) truth.recordSent(one, at);
  }

  const listen = (port: number): Promise<ScriptedUpstream> =>
    startScriptedUpstream(
      ({ target }) => {
        const good = correctResponse(target);
        const response = (fault === null ? undefined : faults[fault])?.(good) ?? good;
        if (fault !== null && response !== good) {
          occurrences[fault] = (occurrences[fault] ?? 0) + 1;
          if (once.has(fault)) fault = null;
        } else counts.good += 1;
        if (Array.isArray(response)) {
          if (fault === COMPRESSED) record(good);
          return response;
        }
        record(response);
        return answer(response.status, response.headers, response.body);
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
    occurrences: () => ({ ...occurrences }),
    uuids,
    isGone: (uuid) => !uuids().includes(uuid),
    close: async () => server?.close(),
  };
}

/** Records which rows upstream has sent and when. Sightline may serve only these rows. */
export interface Truth {
  /** Records a row of a correct response. @param at epoch ms */
  recordSent(row: Record<string, unknown>, at: number): void;
  /** Returns the time (epoch ms) at which a row with the same list fields was last sent, or null when none was. */
  lastSentAt(row: Record<string, unknown>): number | null;
}

export function createTruth(): Truth {
  const times = new Map<string, number>();
  return {
    recordSent(row, at) {
      times.set(fingerprint(row), at);
    },
    lastSentAt: (row) => times.get(fingerprint(row)) ?? null,
  };
}

/** A hash of the list fields. Other fields and the order of the keys do not affect it. */
function fingerprint(row: Record<string, unknown>): string {
  const values = LIST_FIELDS.map((name) => row[name]);
  return createHash('sha1').update(JSON.stringify(values)).digest('base64');
}
