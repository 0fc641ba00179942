import 'server-only';
import { changeKinds } from '@/lib/contract/changes';
import {
  CHANGES_LIMIT_DEFAULT,
  CHANGES_LIMIT_MAX,
  type ChangesParameter,
} from '@/lib/contract/changes-query';
import { conditions } from '@/lib/contract/conditions';
import { historyDays } from '@/lib/contract/history-days';
import {
  defaultInventoryQuery,
  type InventoryParameter,
  MAX_FACET_VALUES,
  MAX_PAGE,
  MAX_PER_PAGE,
  MAX_SEARCH_LENGTH,
} from '@/lib/contract/inventory-query';
import { inventorySorts } from '@/lib/contract/inventory-sorts';
import type { JsonSchema } from '@/lib/contract/openapi';

/**
 * A query parameter. `parameters.test.ts` gives `example`, each value of an enum and `wrong` to the real parser, and the
 * compiler finds a parameter of a parser that is missing here.
 */
export interface QueryParameter {
  description: string;
  schema: JsonSchema;
  example: string | number | readonly string[];
  /** A value that the parser rejects. */
  wrong: string;
  required?: boolean;
}

const flag: JsonSchema = { type: 'string', enum: ['true', 'false'] };
const list = (items: JsonSchema): JsonSchema => ({
  type: 'array',
  items: { type: 'string', ...items },
  maxItems: MAX_FACET_VALUES,
});
const short = { minLength: 1, maxLength: 41 };
const search: QueryParameter = {
  description:
    'Words that must all occur, in any order and in any case: in the name, target, port, region, UUID or a status other than up and down. A pasted URL is compared in parts.',
  schema: { type: 'string', maxLength: MAX_SEARCH_LENGTH },
  example: 'checkout eu',
  wrong: 'x'.repeat(MAX_SEARCH_LENGTH + 1),
};
const exclusion = 'Can be repeated: any of the values. A leading hyphen excludes a value.';

/** The filters and orders of the list of monitors. */
export const monitorFilters: Record<
  Exclude<InventoryParameter, 'page' | 'per_page' | 'facets'>,
  QueryParameter
> = {
  q: search,
  type: {
    description: `Type, such as http, https, tcp or ping. ${exclusion}`,
    schema: list(short),
    example: ['https', '-ping'],
    wrong: '',
  },
  condition: {
    description: `Condition that Sightline derives. ${exclusion}`,
    schema: list({ enum: [...conditions, ...conditions.map((condition) => `-${condition}`)] }),
    example: ['down', 'overdue'],
    wrong: 'broken',
  },
  region: {
    description: `Region that checks the monitor. ${exclusion}`,
    schema: list(short),
    example: ['eu-central'],
    wrong: ' ',
  },
  is_active: {
    description: 'Whether the monitor is active. One for which that is unknown counts as active.',
    schema: flag,
    example: 'true',
    wrong: 'yes',
  },
  maintenance_mode: {
    description: 'Whether the monitor is in maintenance. One for which that is unknown counts as not.',
    schema: flag,
    example: 'false',
    wrong: '1',
  },
  flapping: {
    description: 'Whether its condition has changed at least four times in the last hour.',
    schema: flag,
    example: 'true',
    wrong: '',
  },
  sort: {
    description: 'Order of the list. Without it, the order of the API: the newest first.',
    schema: { type: 'string', enum: inventorySorts },
    example: 'attention',
    wrong: 'color',
  },
  order: {
    description: 'Direction; only together with sort. The default depends on sort.',
    schema: { type: 'string', enum: ['asc', 'desc'] },
    example: 'desc',
    wrong: 'down',
  },
};

/** Paging of the list, and the counts of its filters. */
export const monitorPaging: Record<
  Exclude<InventoryParameter, keyof typeof monitorFilters>,
  QueryParameter
> = {
  page: {
    description: 'Page, beginning with 1. Beyond the last page the list is empty.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: defaultInventoryQuery.page },
    example: 1,
    wrong: '0',
  },
  per_page: {
    description: 'Monitors on a page.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: defaultInventoryQuery.per_page },
    example: 100,
    wrong: String(MAX_PER_PAGE + 1),
  },
  facets: {
    description: 'Whether the response has the number of monitors for each value of each filter.',
    schema: { ...flag, default: 'false' },
    example: 'true',
    wrong: '1',
  },
};

const instant: Pick<QueryParameter, 'schema' | 'wrong'> = {
  schema: { type: 'string', format: 'date-time' },
  wrong: 'yesterday',
};

/** The filters of the changes. */
export const changeFilters: Record<Exclude<ChangesParameter, 'cursor' | 'limit'>, QueryParameter> = {
  since: {
    ...instant,
    description: 'Changes that ended at or after this time.',
    example: '2026-11-20T18:05:00Z',
  },
  until: {
    ...instant,
    description: 'Changes that ended before this time.',
    example: '2026-11-21T00:00:00+01:00',
  },
  kind: {
    description: 'Kind of change. Can be repeated: any of them.',
    schema: list({ enum: changeKinds }),
    example: ['down', 'recovered'],
    wrong: 'exploded',
  },
  type: {
    description: 'Type of the monitor. Can be repeated: any of them.',
    schema: list({ ...short, maxLength: 40 }),
    example: ['https'],
    wrong: '',
  },
  region: {
    description: 'Region of the monitor. Can be repeated: any of them.',
    schema: list({ ...short, maxLength: 40 }),
    example: ['eu-central'],
    wrong: 'x'.repeat(41),
  },
  q: { ...search, description: 'Words that must all occur in the name, target or UUID of the monitor.' },
  monitor: {
    description: 'The UUID of one monitor.',
    schema: { type: 'string', format: 'uuid' },
    example: '0a11ce00-0000-4000-8000-000000000001',
    wrong: 'abc',
  },
};

/** Paging of the changes. */
export const changePaging: Record<Exclude<ChangesParameter, keyof typeof changeFilters>, QueryParameter> = {
  cursor: {
    description: 'The next_cursor of the page before.',
    schema: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
    example: 4711,
    wrong: 'next',
  },
  limit: {
    description: 'Changes on a page.',
    schema: { type: 'integer', minimum: 1, maximum: CHANGES_LIMIT_MAX, default: CHANGES_LIMIT_DEFAULT },
    example: 200,
    wrong: String(CHANGES_LIMIT_MAX + 1),
  },
};

/** What an export adds to the filters. */
export const exportFormat: Record<'format' | 'bom', QueryParameter> = {
  format: {
    description: 'Format of the file.',
    schema: { type: 'string', enum: ['csv', 'json'] },
    example: 'csv',
    wrong: 'xml',
    required: true,
  },
  bom: {
    description:
      'Whether CSV begins with a byte-order mark, by which Excel reads it as UTF-8. Only with format=csv.',
    schema: { ...flag, default: 'false' },
    example: 'true',
    wrong: 'yes',
  },
};

/** How much of the past is requested. */
export const days: QueryParameter = {
  description: 'Days up to now.',
  schema: { type: 'integer', enum: historyDays, default: 1 },
  example: 7,
  wrong: '2',
};
