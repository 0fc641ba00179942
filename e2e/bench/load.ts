import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Requests to make again and again, in turn. */
export interface Load {
  origin: string;
  paths: readonly string[];
  headers: Record<string, string>;
  /** What every answer must be, or the measurement means nothing. */
  status: number;
}

/** Loads a server for a while from a thread of its own. @returns answers a second */
export async function loadFor(load: Load, milliseconds: number): Promise<number> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), {
    workerData: { ...load, milliseconds },
    execArgv: [],
  });
  const [perSecond] = await once(worker, 'message');
  await worker.terminate();
  return Number(perSecond);
}
