import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { z } from 'zod';
import { handleTask } from './run-in-process.ts';

const taskSchema = z.object({
  origin: z.url(),
  path: z.string(),
  viewers: z.int(),
  everyS: z.number(),
  forS: z.number(),
  tag: z.string().nullable(),
});

// Does not use autocannon, which sends at least one request a second on each connection, all at the same moment.
handleTask(taskSchema, async ({ origin, path, viewers, everyS, forS, tag }) => {
  const times: number[] = [];
  const late: number[] = [];
  const statuses: Record<string, number> = {};
  const began = performance.now();

  async function viewer(number: number): Promise<void> {
    // Each viewer has its own connection, which the server closes between polls, and a user agent that identifies it.
    const client = new Client(origin);
    const headers: Record<string, string> = {
      'user-agent': `Benchmark/1.0 (viewer ${number})`,
      'sightline-refresh': 'on',
      ...(tag === null ? {} : { 'if-none-match': tag }),
    };
    for (let dueS = Math.random() * everyS; dueS < forS; dueS += everyS) {
      await sleep(Math.max(0, began + 1000 * dueS - performance.now()));
      const asked = performance.now();
      late.push(asked - began - 1000 * dueS);
      const status = await send(client, path, headers);
      times.push(performance.now() - asked);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    await client.close();
  }

  await Promise.all(Array.from({ length: viewers }, (_, number) => viewer(number)));
  return { times, late, statuses };
});

/** Sends a request and stores the ETag for the next. @returns the status, or `none` without a response */
async function send(client: Client, path: string, headers: Record<string, string>): Promise<string> {
  try {
    const {
      statusCode,
      headers: responseHeaders,
      body,
    } = await client.request({ path, method: 'GET', headers });
    await body.dump();
    if (typeof responseHeaders.etag === 'string') headers['if-none-match'] = responseHeaders.etag;
    return String(statusCode);
  } catch {
    return 'none';
  }
}
