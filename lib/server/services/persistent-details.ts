import 'server-only';
import { z } from 'zod';
import type { CachePersistence } from '../stale-on-error-cache.ts';
import type { PersistentState } from '../store/persistent-state.ts';
import { wallTime } from '../store/wall-time-schema.ts';
import { readDetail, type WireDetail } from '../upstream/schema.ts';

const PREFIX = 'detail:';
/** Maximum number of stored details. The oldest are removed. */
const STORED_MAX = 2000;
/** Number of writes between two checks of the maximum. */
const WRITES_PER_TRIM = 100;

const storedSchema = z.object({
  version: z.literal(1),
  asOf: wallTime,
  upstreamNow: wallTime,
  value: z.unknown(),
});

/** Stores the details of visited monitors. Loaded records are validated like responses of upstream. */
export function persistDetails(
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
      if (written % WRITES_PER_TRIM === 0) void persistentState.trim(PREFIX, STORED_MAX);
    },
  };
}
