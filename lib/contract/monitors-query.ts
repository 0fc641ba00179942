import { z } from 'zod';
import { monitorTypes } from './monitor';

const positive = z.string().regex(/^[1-9]\d{0,8}$/);

const parameters = {
  page: { schema: positive.transform(Number), rule: 'a whole number from 1' },
  per_page: {
    schema: positive.transform(Number).refine((n) => n <= 100),
    rule: 'a whole number from 1 to 100',
  },
  type: { schema: z.enum(monitorTypes), rule: `one of ${monitorTypes.join(', ')}` },
  is_active: { schema: z.enum(['true', 'false']), rule: 'true or false' },
} as const;

type ParameterName = keyof typeof parameters;
const isParameter = (name: string): name is ParameterName => Object.hasOwn(parameters, name);

/** A list query: upstream's parameters, same names and rules (spec, "GET /v1/monitors"). */
export interface MonitorsQuery {
  page: number;
  per_page: number;
  type?: (typeof monitorTypes)[number];
  is_active?: 'true' | 'false';
}

export const defaultQuery = { page: 1, per_page: 25 } as const;

export type ParsedQuery =
  | { ok: true; query: MonitorsQuery }
  | { ok: false; parameter: string; detail: string };

/**
 * Reads the query of `GET /api/monitors` strictly: a parameter that is unknown, repeated or out of its rule is
 * refused, because ignoring a mistyped filter would show wrong rows.
 */
export function parseMonitorsQuery(search: URLSearchParams): ParsedQuery {
  const query: MonitorsQuery = { ...defaultQuery };
  const seen = new Set<string>();
  for (const [name, value] of search) {
    const refuse = (detail: string): ParsedQuery => ({ ok: false, parameter: name.slice(0, 50), detail });
    if (!isParameter(name)) return refuse(`is not a parameter of this list`);
    if (seen.has(name)) return refuse('may be given only once');
    seen.add(name);
    const parsed = parameters[name].schema.safeParse(value);
    if (!parsed.success) return refuse(`must be ${parameters[name].rule}`);
    Object.assign(query, { [name]: parsed.data });
  }
  return { ok: true, query };
}

/** The query as URL parameters in a fixed order, defaults left out: equal queries give equal strings. */
export function serializeMonitorsQuery(query: MonitorsQuery): string {
  const search = new URLSearchParams();
  if (query.page !== defaultQuery.page) search.set('page', String(query.page));
  if (query.per_page !== defaultQuery.per_page) search.set('per_page', String(query.per_page));
  if (query.type) search.set('type', query.type);
  if (query.is_active) search.set('is_active', query.is_active);
  return search.toString();
}
