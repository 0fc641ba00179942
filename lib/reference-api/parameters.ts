import { z } from 'zod';

export const TYPES = ['http', 'https', 'tcp', 'ping'] as const;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID in the format of RFC 9562: any version, case-insensitive, no braces, no prefix. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The message for an invalid parameter. */
const ruled = (rule: string) => ({
  error: ({ input }: { input?: unknown }) => (Array.isArray(input) ? 'must be given once' : rule),
});

/** An integer from 1 to `most` in plain decimal digits, without sign, point, exponent or leading zero. */
const wholeNumber = (most: number, rule: string) =>
  z
    .string(ruled(rule))
    .regex(/^[1-9]\d*$/, rule)
    .transform(Number)
    .refine((value) => value <= most, rule);

const querySchema = z.object({
  page: wholeNumber(Number.MAX_SAFE_INTEGER, 'must be a whole number of 1 or more').default(1),
  per_page: wholeNumber(100, 'must be a whole number from 1 to 100').default(25),
  type: z.enum(TYPES, ruled(`must be one of ${TYPES.join(', ')}`)).optional(),
  is_active: z.enum(['true', 'false'], ruled('must be true or false')).optional(),
});

/**
 * Parses the query of `GET /v1/monitors` (spec: Query parameters; rule 1). Unknown parameters are ignored.
 * @returns the parameters, or a sentence about the first invalid one
 */
export function readListParameters(query: string): z.output<typeof querySchema> | { error: string } {
  const search = new URLSearchParams(query);
  const given = querySchema.keyof().options.map((name) => {
    const [text, ...more] = search.getAll(name);
    return [name, more.length === 0 ? text : [text, ...more]];
  });
  const { data, error } = querySchema.safeParse(Object.fromEntries(given));
  if (data !== undefined) return data;
  const [issue] = error.issues;
  return { error: `Invalid query parameter: ${String(issue?.path[0])} ${issue?.message}` };
}

/** The endpoint of a request, with its query or its identifier as sent. */
type Endpoint = { name: 'list'; query: string } | { name: 'detail'; id: string };

const LIST = '/v1/monitors';

/** Returns the endpoint of a request target as sent. Paths are compared exactly (spec: Versioning, Endpoints). */
export function findEndpoint(target: string): Endpoint | undefined {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(target) ?? [];
  if (path === LIST) return { name: 'list', query };
  const id = path.startsWith(`${LIST}/`) ? path.slice(LIST.length + 1) : '';
  return id === '' || id.includes('/') ? undefined : { name: 'detail', id };
}
