import 'server-only';
import { z } from 'zod';
import type { CachePersistence } from '../stale-on-error-cache.ts';
import type { PersistentState } from '../store/persistent-state.ts';
import { wallTime } from '../store/wall-time.ts';
import { readDetail, type WireDetail } from '../upstream/schema.ts';

const PREFIX = 'detail:';
/** Visited monitors kept for the next process; beyond it the ones read longest ago give way. */
const KEPT_MAX = 2000;
/** How many are written between two looks at how many there are. */
const TRIM_EVERY = 100;

const storedSchema = z.object({
  version: z.literal(1),
  asOf: wallTime,
  upstreamNow: wallTime,
  value: z.unknown(),
});

/** Keeps the details that people visited in the store. What is read back is parsed as upstream's own answers are. */
export function keepDetails(
  persistentState: Pick<PersistentState, 'load' | 'save' | 'remove' | 'trim'>,
): CachePersistence<WireDetail> {
  let written = 0;
  return {
    load: (uuid) =>
      persistentState.load(PREFIX + uuid, (parts) => {
        const { asOf, upstreamNow, value } = storedSchema.parse(JSON.parse(parts.join('')));
        const detail = readDetail({ data: value }, uuid);
        if (!detail.ok) throw new Error(detail.reason);
        return { value: detail.value, asOf, upstreamNow };
      }),
    save(uuid, reading) {
      if (reading === null) {
        persistentState.remove(PREFIX + uuid);
        return;
      }
      persistentState.save(PREFIX + uuid, () => [JSON.stringify({ version: 1, ...reading })]);
      written += 1;
      if (written % TRIM_EVERY === 0) void persistentState.trim(PREFIX, KEPT_MAX);
    },
  };
}
