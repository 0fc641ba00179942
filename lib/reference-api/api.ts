import type { ApiResponse } from './api-response.ts';
import { failure, jsonResponse } from './api-response.ts';
import type { Caller } from './auth.ts';
import { bearerToken, findCaller } from './auth.ts';
import type { Fault, FaultInput } from './faults.ts';
import { applyFaults, Faults, faultSchema, replacement } from './faults.ts';
import type { OrganizationInput } from './fixture.ts';
import { organizationSchema } from './fixture.ts';
import type { Limits, LimitWindow } from './limiter.ts';
import { createLimiter, limitHeaders } from './limiter.ts';
import { Organization } from './organization.ts';
import { findEndpoint, isUuid, readListParameters } from './parameters.ts';
import { heldScopes } from './scopes.ts';

/** One request, independent of HTTP. `url` is the request target: path and query, as sent. */
interface ApiRequest {
  method: string;
  url: string;
  authorization: string | undefined;
  remoteAddress: string;
}

/** The complete API without I/O: synchronous, with its state in memory and the time from an injected clock. */
export interface ReferenceApi {
  handle(request: ApiRequest): ApiResponse;
  /** The organization of that name, or the first. @throws Error when there is none */
  organization(name?: string): Organization;
  /** The number of requests received since the start: all of them, or those with this key. */
  requests(key?: string): number;
  /** Activates a fault. @throws ZodError for an invalid one */
  inject(fault: FaultInput): void;
  faults(): Fault[];
  /** Removes all faults: keys work again, and quotas have their real remainder. */
  clearFaults(): void;
}

export interface ReferenceApiState {
  organizations: readonly OrganizationInput[];
  /** Milliseconds since the Unix epoch. */
  clock: () => number;
  /** Limits of keys and organizations without their own; `DEFAULT_LIMITS` by default. */
  limits?: Partial<Limits>;
}

/** Requests a minute for each key, a day and a month for each organization. */
export const DEFAULT_LIMITS: Limits = { minute: 60, daily: 5000, monthly: 100_000 };
const REFUSALS: Record<LimitWindow, string> = {
  minute: 'Rate limit exceeded',
  daily: 'Daily quota exceeded',
  monthly: 'Monthly quota exceeded',
};
const REQUIRED_SCOPE = 'monitors:read';

/**
 * Creates our implementation of the Monitor Read API.
 * @throws ZodError for an invalid organization, Error for duplicate keys, names or monitors
 */
export function createReferenceApi(state: ReferenceApiState): ReferenceApi {
  const { clock } = state;
  const limits = { ...DEFAULT_LIMITS, ...state.limits };
  const organizations = state.organizations.map(
    (given) => new Organization(organizationSchema.parse(given), clock, limits),
  );
  assertUnique(
    'key',
    organizations.flatMap((organization) => organization.secrets),
  );
  assertUnique(
    'name',
    organizations.map((organization) => organization.name),
  );
  const limiter = createLimiter();
  const faults = new Faults();
  const received = { all: 0, byKey: new Map<string, number>() };

  /** Checks in the order that the README defines: path 404, 405, 401, 403, 429, 400, monitor 404. */
  function respond(request: ApiRequest, token: string | undefined, now: number): ApiResponse {
    const endpoint = findEndpoint(request.url);
    if (endpoint === undefined) return failure(404, 'Not found');
    if (request.method !== 'GET') return failure(405, 'Method not allowed', {}, { Allow: 'GET' });
    const unauthorized = (error: string) => failure(401, error, {}, { 'WWW-Authenticate': 'Bearer' });
    if (token === undefined) return unauthorized('Missing or malformed API key');
    const caller = faults.revokes(token) ? undefined : findCaller(organizations, token, now);
    if (caller === undefined) return unauthorized('Invalid API key');
    const forbidden = forbiddenResponse(caller, request.remoteAddress);
    if (forbidden) return forbidden;
    const { organization, key } = caller;
    const allowance = limiter.take(
      key.key,
      organization.name,
      { minute: key.limit_minute ?? limits.minute, ...organization.quotas },
      now,
    );
    const headers = limitHeaders(allowance);
    if (allowance.refusedBy) return failure(429, REFUSALS[allowance.refusedBy], {}, headers);
    return endpoint.name === 'list'
      ? listMonitors(organization, endpoint.query, headers)
      : getMonitor(organization, endpoint.id, headers);
  }

  return {
    handle(request) {
      const now = clock();
      const token = bearerToken(request.authorization);
      received.all += 1;
      if (token !== undefined && organizations.some((organization) => organization.key(token))) {
        received.byKey.set(token, (received.byKey.get(token) ?? 0) + 1);
      }
      const matching = faults.takeMatching(request.url);
      const response = replacement(matching) ?? respond(request, token, now);
      response.headers.Date = new Date(now).toUTCString();
      return matching.length === 0 ? response : applyFaults(response, matching);
    },
    organization(name) {
      const found = organizations.find((organization) => name === undefined || organization.name === name);
      if (found === undefined) throw new Error(`There is no organization ${name ?? ''}.`);
      return found;
    },
    requests: (key) => (key === undefined ? received.all : (received.byKey.get(key) ?? 0)),
    inject(input) {
      const fault = faultSchema.parse(input);
      faults.add(fault);
      if (fault.kind === 'exhaust-quota') limiter.exhaust(fault.window, clock());
    },
    faults: () => faults.list(),
    clearFaults() {
      faults.clear();
      limiter.undoExhaust();
    },
  };
}

function assertUnique(what: string, values: readonly string[]): void {
  if (new Set(values).size < values.length) throw new Error(`Two organizations have the same ${what}.`);
}

/** Spec: Authentication (IP allowlist), Scope rules, 403 for a missing scope. */
function forbiddenResponse({ organization, key }: Caller, remoteAddress: string): ApiResponse | undefined {
  if (key.allowlist && !key.allowlist.includes(remoteAddress)) {
    return failure(403, 'Source address is not on the allowlist of the API key');
  }
  const held = heldScopes(key.scopes, organization.plan);
  if (held.includes(REQUIRED_SCOPE)) return undefined;
  return failure(403, 'Missing required scope', { required_scope: REQUIRED_SCOPE, granted_scopes: held });
}

/** Spec: GET /v1/monitors. */
function listMonitors(
  organization: Organization,
  query: string,
  headers: Record<string, string>,
): ApiResponse {
  const parameters = readListParameters(query);
  if ('error' in parameters) return failure(400, parameters.error, {}, headers);
  const { page, perPage } = parameters;
  const { total, items } = organization.inventory.page(
    parameters,
    (page - 1) * perPage,
    perPage,
    organization.now(),
  );
  const pagination = { page, per_page: perPage, total, total_pages: Math.ceil(total / perPage) };
  return jsonResponse(
    200,
    `{"data":[${items.join(',')}],"pagination":${JSON.stringify(pagination)}}`,
    headers,
  );
}

/** Spec: GET /v1/monitors/{monitor_uuid}. */
function getMonitor(organization: Organization, id: string, headers: Record<string, string>): ApiResponse {
  if (!isUuid(id)) return failure(400, 'Invalid path parameter: monitor_uuid must be a UUID', {}, headers);
  const monitor = organization.inventory.find(id.toLowerCase(), organization.now());
  if (monitor === undefined) return failure(404, 'Monitor not found', {}, headers);
  return jsonResponse(200, JSON.stringify({ data: monitor }), headers);
}
