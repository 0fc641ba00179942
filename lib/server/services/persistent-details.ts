import 'server-only';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { failureSchema } from '../quota/stored-failure.ts';
import type { Reading } from '../reading.ts';
import type { ReadingFormat } from '../shared/shared-readings.ts';
import type { CachePersistence } from '../stale-on-error-cache.ts';
import type { PersistentState } from '../store/persistent-state.ts';
import { wallTime } from '../store/wall-time-schema.ts';
import { readDetail, type WireDetail } from '../upstream/schema.ts';

const PREFIX = 'detail:';
/** Records of another version are not read. */
const VERSION = 1;
/** Maximum number of stored details. The oldest are removed. */
const STORED_MAX = 2000;
/** Number of writes between two checks of the maximum. */
const WRITES_PER_TRIM = 100;

const storedSchema = z.object({
  version: z.literal(VERSION),
  asOf: wallTime,
  upstreamNow: wallTime,
  value: z.unknown(),
});

function parseDetail(text: string, uuid: string): Reading<WireDetail> {
  const { asOf, upstreamNow, value } = storedSchema.parse(JSON.parse(text));
  const detail = readDetail({ data: value }, uuid);
  if (!detail.ok) throw new Error(detail.reason);
  return { value: detail.value, asOf, upstreamNow };
}

/** Unknown fields are left out, so that they are read as unknown again. */
function serializeDetail({ value, ...reading }: Reading<WireDetail>): string {
  const known = Object.entries(value).filter(([name]) => !value.unknown_fields.includes(name));
  return JSON.stringify({ version: VERSION, ...reading, value: Object.fromEntries(known) });
}

/** How replicas share details. Like stored ones they are validated like responses of upstream. */
export const detailFormat: ReadingFormat<WireDetail> = {
  version: VERSION,
  serialize: serializeDetail,
  parse(text, uuid) {
    try {
      return parseDetail(text, uuid);
    } catch {
      return null;
    }
  },
  parseFailure(text) {
    const parsed = failureSchema.safeParse(parseJson(text));
    return parsed.success ? parsed.data : null;
  },
};

/** Stores the details of visited monitors. Loaded records are validated like responses of upstream. */
export function persistDetails(
  persistentState: Pick<PersistentState, 'load' | 'save' | 'remove' | 'trim'>,
): CachePersistence<WireDetail> {
  let written = 0;
  return {
    load: (uuid) => persistentState.load(PREFIX + uuid, (parts) => parseDetail(parts.join(''), uuid)),
    save(uuid, reading) {
      if (reading === null) {
        persistentState.remove(PREFIX + uuid);
        return;
      }
      persistentState.save(PREFIX + uuid, () => [serializeDetail(reading)]);
      written += 1;
      if (written % WRITES_PER_TRIM === 0) void persistentState.trim(PREFIX, STORED_MAX);
    },
  };
}
