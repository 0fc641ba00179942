import 'server-only';
import { z } from 'zod';
import { changeKinds, conditions } from '../../../contract/conditions.ts';
import { inventorySorts } from '../../../contract/list-layout.ts';
import { MAX_SEARCH_LENGTH } from '../../../contract/query-parameters.ts';

/** Maximum number of addresses in one call. `POST /api/coverage` is for longer lists. */
const ADDRESSES_MAX = 200;

/** What models send in place of a number, a truth value, a list or a text. Anything else stays, and is refused. */
const fromText: Record<string, (given: string) => unknown> = {
  number: (given) => (/^\s*\d+\s*$/.test(given) ? Number(given) : given),
  boolean: (given) => (given === 'true' || given === 'false' ? given === 'true' : given),
  list: (given) => [given],
};
const readAs = <T extends z.ZodType>(kind: keyof typeof fromText, schema: T) =>
  z.preprocess((given) => (typeof given === 'string' ? fromText[kind]?.(given) : given), schema);
const asText = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (typeof given === 'number' ? String(given) : given), schema);

const words = asText(z.string().max(MAX_SEARCH_LENGTH))
  .describe('Search words, as in the search box of Sightline.')
  .optional();
const list = <T extends z.ZodType>(values: z.ZodArray<T>, what: string) =>
  readAs('list', values).describe(what).optional();
const texts = (what: string) => list(z.array(z.string().max(100)).max(20), what);
const view = z
  .string()
  .max(100)
  .describe('Name of a view of the team, whose filters hold unless others are given.')
  .optional();
const type = texts('Types, such as https or tcp: any of them.');
const region = texts('Regions: any of them.');
const flag = readAs('boolean', z.boolean()).optional();
const limit = readAs('number', z.int().min(1).max(100).default(20)).describe('Most rows in the answer.');
const uuid = z.guid().describe('The uuid of a monitor, from another answer.');
const time = (what: string) => z.iso.datetime({ offset: true }).describe(what).optional();

/**
 * The arguments of a tool. Models often send `null` or an empty text for what they leave out, and names that do not exist: both
 * are ignored.
 */
const input = <T extends z.ZodRawShape>(shape: T) => z.preprocess(withoutEmpty, z.object(shape));

function withoutEmpty(given: unknown): unknown {
  const isEmpty = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '');
  if (Array.isArray(given)) return given.filter((value) => !isEmpty(value));
  if (typeof given !== 'object' || given === null) return given;
  const pairs = Object.entries(given).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, Array.isArray(value) ? withoutEmpty(value) : value]),
  );
}

export const toolInputs = {
  list_down: input({ view, q: words, type, region, limit }),
  find_monitors: input({
    view,
    q: words,
    condition: list(z.array(z.enum(conditions)), 'Conditions: any of them.'),
    type,
    region,
    flapping: flag,
    maintenance: flag,
    sort: z.enum(inventorySorts).default('attention').describe('attention: what needs attention first.'),
    order: z.enum(['asc', 'desc']).optional(),
    page: readAs('number', z.int().min(1).max(1000).default(1)),
    limit,
  }),
  get_monitor: input({ uuid }),
  list_changes: input({
    since: time('Changes at or after this time, with a time zone.'),
    until: time('Changes before this time.'),
    kind: list(z.array(z.enum(changeKinds)), 'Kinds: any of them.'),
    q: words,
    type,
    region,
    uuid: uuid.optional(),
    limit,
    cursor: asText(z.string().regex(/^\d{1,15}$/))
      .describe('The next_cursor of the answer before.')
      .optional(),
  }),
  check_coverage: input({
    addresses: readAs('list', z.array(z.string().min(1).max(2000)).min(1).max(ADDRESSES_MAX)).describe(
      'URLs, host names, host:port, IP addresses or networks.',
    ),
  }),
  get_usage: input({}),
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
