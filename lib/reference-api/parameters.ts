import type { MonitorType } from './fixture.ts';

interface ListParameters {
  page: number;
  perPage: number;
  type: MonitorType | null;
  isActive: boolean | null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TYPES: readonly MonitorType[] = ['http', 'https', 'tcp', 'ping'];

/** Whether a text is a UUID in the format of RFC 9562: any version, case-insensitive, no braces, no prefix. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Parses an integer from 1 to `most` in plain decimal digits, without sign, point, exponent or leading zero. */
function wholeNumber(text: string, most: number): number | undefined {
  return /^[1-9]\d*$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

/**
 * Parses the query of `GET /v1/monitors` (spec: Query parameters; rule 1). Unknown parameters are ignored.
 * @returns the parameters, or a sentence about the first invalid one
 */
export function readListParameters(query: string): ListParameters | { error: string } {
  const given = new URLSearchParams(query);
  let error: string | undefined;
  /** @param parse returns undefined for an invalid text */
  function read<T>(name: string, fallback: T, rule: string, parse: (text: string) => T | undefined): T {
    const [text, ...more] = given.getAll(name);
    if (text === undefined) return fallback;
    const value = more.length === 0 ? parse(text) : undefined;
    if (value !== undefined) return value;
    error ??= `Invalid query parameter: ${name} ${more.length === 0 ? rule : 'must be given once'}`;
    return fallback;
  }
  const parameters = {
    page: read('page', 1, 'must be a whole number of 1 or more', (text) =>
      wholeNumber(text, Number.MAX_SAFE_INTEGER),
    ),
    perPage: read('per_page', 25, 'must be a whole number from 1 to 100', (text) => wholeNumber(text, 100)),
    type: read<MonitorType | null>('type', null, `must be one of ${TYPES.join(', ')}`, (text) =>
      TYPES.find((type) => type === text),
    ),
    isActive: read<boolean | null>('is_active', null, 'must be true or false', (text) =>
      text === 'true' || text === 'false' ? text === 'true' : undefined,
    ),
  };
  return error === undefined ? parameters : { error };
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
