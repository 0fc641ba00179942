import 'server-only';
import { z } from 'zod';
import { changeKinds } from '../../../contract/change-kinds.ts';
import { conditions } from '../../../contract/conditions.ts';
import { inventorySorts } from '../../../contract/inventory-sorts.ts';

/** Maximum number of addresses in one call. `POST /api/coverage` is for longer lists. */
const ADDRESSES_MAX = 200;

const words = z.string().max(200).describe('Search words, as in the search box of Sightline.').optional();
const values = (what: string) => z.array(z.string().max(100)).max(20).describe(what).optional();
const view = z
  .string()
  .max(100)
  .describe('Name of a view of the team, whose filters hold unless others are given.')
  .optional();
const type = values('Types, such as https or tcp: any of them.');
const region = values('Regions: any of them.');
const limit = z.int().min(1).max(100).default(20).describe('Most rows in the answer.');
const uuid = z.guid().describe('The uuid of a monitor, from another answer.');
const time = (what: string) => z.iso.datetime({ offset: true }).describe(what).optional();

/** The arguments of the tools. A name that is not here is refused. */
export const toolInputs = {
  list_down: z.strictObject({ view, q: words, type, region, limit }),
  find_monitors: z.strictObject({
    view,
    q: words,
    condition: z.array(z.enum(conditions)).describe('Conditions: any of them.').optional(),
    ...{ type, region },
    flapping: z.boolean().optional(),
    maintenance: z.boolean().optional(),
    sort: z.enum(inventorySorts).default('attention').describe('attention: what needs attention first.'),
    order: z.enum(['asc', 'desc']).optional(),
    page: z.int().min(1).max(1000).default(1),
    limit,
  }),
  get_monitor: z.strictObject({ uuid }),
  list_changes: z.strictObject({
    since: time('Changes at or after this time, with a time zone.'),
    until: time('Changes before this time.'),
    kind: z.array(z.enum(changeKinds)).describe('Kinds: any of them.').optional(),
    ...{ q: words, type, region },
    uuid: uuid.optional(),
    limit,
    cursor: z
      .string()
      .regex(/^\d{1,15}$/)
      .describe('The next_cursor of the answer before.')
      .optional(),
  }),
  check_coverage: z.strictObject({
    addresses: z
      .array(z.string().min(1).max(2000))
      .min(1)
      .max(ADDRESSES_MAX)
      .describe('URLs, host names, host:port, IP addresses or networks.'),
  }),
  get_usage: z.strictObject({}),
};

/**
 * Builds the parameters of the API that have the same meaning. Lists are repeated; what is absent filters nothing.
 *
 * @param base parameters that hold unless others are given
 */
export function parametersOf(given: Record<string, unknown>, base = new URLSearchParams()): URLSearchParams {
  const search = new URLSearchParams(base);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    search.delete(name);
    for (const one of [value].flat()) search.append(name, String(one));
  }
  return search;
}
