import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { createFakeClock } from '../clock.fixtures.ts';
import { openMemory } from '../storage/open-sqlite-file.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { createMemoryLimiter } from './rate-limiter.ts';

/** The parts of `createAccess`, kept in memory. @param start epoch ms */
export async function accessParts(start?: number) {
  const clock = createFakeClock(start);
  return {
    clock,
    log: pino({ level: 'silent' }),
    storage: storageOf(await openMemory(), clock),
    randomId: () => randomBytes(32).toString('base64url'),
    countToken: () => {},
    createLimiter: createMemoryLimiter,
  };
}
