import type { Answer } from './answer.ts';
import { failure, jsonAnswer, limitHeaders } from './answer.ts';
import type { Caller } from './auth.ts';
import { bearerToken, findCaller } from './auth.ts';
import type { Fault, FaultInput } from './faults.ts';
import { Faults, faultSchema, replacement, spoil } from './faults.ts';
import type { OrganizationInput } from './fixture.ts';
import { organizationSchema } from './fixture.ts';
import type { Limits, LimitWindow } from './limiter.ts';
import { createLimiter } from './limiter.ts';
import { Organization } from './organization.ts';
import { isUuid, readListParameters } from './parameters.ts';
import { findEndpoint } from './routes.ts';
import { heldScopes } from './scopes.ts';

/** One request as the core sees it. `url` is the request target: path and query, as sent. */
interface ApiRequest {
  method: string;
  url: string;
  authorization: string | undefined;
  remoteAddress: string;
}

/** The whole API without I/O: synchronous, its state in memory, time from the injected clock. */
export interface ReferenceApi {
  handle(request: ApiRequest): Answer;
  /** The organization of that name, or the first. @throws Error when there is none */
  organization(name?: string): Organization;
  /** How many requests were received since the start: all of them, or those that named this key. */
  requests(key?: string): number;
  /** Puts a fault in force. @throws ZodError for an impossible one */
  inject(fault: FaultInput): void;
  faults(): Fault[];
  /** Takes all faults back: keys work again, quotas hold what is really left of them. */
  clearFaults(): void;
}

export interface ReferenceApiState {
  organizations: readonly OrganizationInput[];
  /** Milliseconds since the Unix epoch. */
  clock: () => number;
  /** For keys and organizations that do not say otherwise: 60 a minute, 5,000 a day, 100,000 a month. */
  limits?: Partial<Limits>;
}

/** Requests a minute for a key, a day and a month for an organization, unless told otherwise. */
const DEFAULT_LIMITS: Limits = { minute: 60, daily: 5000, monthly: 100_000 };
const REFUSALS: Record<LimitWindow, string> = {
  minute: 'Rate limit exceeded',
  daily: 'Daily quota exceeded',
  monthly: 'Monthly quota exceeded',
};
const REQUIRED_SCOPE = 'monitors:read';

/**
 * Our implementation of the Monitor Read API.
 * @throws ZodError for an impossible organization, Error for keys or monitors that exist twice
 */
export function createReferenceApi(state: ReferenceApiState): ReferenceApi {
  const { clock } = state;
  const limits = { ...DEFAULT_LIMITS, ...state.limits };
  const organizations = state.organizations.map(
    (given) => new Organization(organizationSchema.parse(given), clock, limits),
  );
  refuseDoubles(
    'key',
    organizations.flatMap((organization) => organization.secrets),
  );
  refuseDoubles(
    'name',
    organizations.map((organization) => organization.name),
  );
  const limiter = createLimiter();
  const faults = new Faults();
  const received = { all: 0, byKey: new Map<string, number>() };

  /** 404 and 405 first, then 401, 403, 429, 400 and the monitor's 404: the README gives the reasons. */
  function answer(request: ApiRequest, token: string | undefined, now: number): Answer {
    const endpoint = findEndpoint(request.url);
    if (endpoint === undefined) return failure(404, 'Not found');
    if (request.method !== 'GET') return failure(405, 'Method not allowed', {}, { Allow: 'GET' });
    const unauthorized = (error: string) => failure(401, error, {}, { 'WWW-Authenticate': 'Bearer' });
    if (token === undefined) return unauthorized('Missing or malformed API key');
    const caller = faults.revokes(token) ? undefined : findCaller(organizations, token, now);
    if (caller === undefined) return unauthorized('Invalid API key');
    const forbidden = whyForbidden(caller, request.remoteAddress);
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
      const befalling = faults.befalling(request.url);
      const whole = replacement(befalling) ?? answer(request, token, now);
      whole.headers.Date = new Date(now).toUTCString();
      return befalling.length === 0 ? whole : spoil(whole, befalling);
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
      limiter.relieve();
    },
  };
}

function refuseDoubles(what: string, values: readonly string[]): void {
  if (new Set(values).size < values.length) throw new Error(`Two organizations have the same ${what}.`);
}

/** Spec: Authentication (IP allowlist), Scope rules, 403 for a missing scope. */
function whyForbidden({ organization, key }: Caller, remoteAddress: string): Answer | undefined {
  if (key.allowlist && !key.allowlist.includes(remoteAddress)) {
    return failure(403, 'Source address is not on the allowlist of the API key');
  }
  const held = heldScopes(key.scopes, organization.plan);
  if (held.includes(REQUIRED_SCOPE)) return undefined;
  return failure(403, 'Missing required scope', { required_scope: REQUIRED_SCOPE, granted_scopes: held });
}

/** Spec: GET /v1/monitors. */
function listMonitors(organization: Organization, query: string, headers: Record<string, string>): Answer {
  const asked = readListParameters(query);
  if ('error' in asked) return failure(400, asked.error, {}, headers);
  const { page, perPage } = asked;
  const { total, items } = organization.inventory.page(
    asked,
    (page - 1) * perPage,
    perPage,
    organization.now(),
  );
  const pagination = { page, per_page: perPage, total, total_pages: Math.ceil(total / perPage) };
  return jsonAnswer(200, `{"data":[${items.join(',')}],"pagination":${JSON.stringify(pagination)}}`, headers);
}

/** Spec: GET /v1/monitors/{monitor_uuid}. */
function getMonitor(organization: Organization, id: string, headers: Record<string, string>): Answer {
  if (!isUuid(id)) return failure(400, 'Invalid path parameter: monitor_uuid must be a UUID', {}, headers);
  const monitor = organization.inventory.find(id.toLowerCase(), organization.now());
  if (monitor === undefined) return failure(404, 'Monitor not found', {}, headers);
  return jsonAnswer(200, JSON.stringify({ data: monitor }), headers);
}
