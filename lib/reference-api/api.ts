import { heldScopes, isAllowed } from './access.ts';
import type { ApiResponse, Fault } from './answers.ts';
import { applyFaults, failure, isUsedUp, jsonResponse, replacement, takeMatching } from './answers.ts';
import type { ApiKey, Monitor, OrganizationInput } from './fixture.ts';
import { LIST_FIELDS, organizationSchema } from './fixture.ts';
import type { Limits } from './limiter.ts';
import { createLimiter, limitHeaders } from './limiter.ts';
import { Organization } from './organization.ts';
import { findEndpoint, isUuid, readListParameters } from './parameters.ts';

/** One request, independent of HTTP. `url` is the request target: path and query, as sent. */
interface ApiRequest {
  method: string;
  url: string;
  authorization: string | undefined;
  remoteAddress: string;
}

interface ReferenceApiState {
  organizations: readonly OrganizationInput[];
  /** Milliseconds since the Unix epoch. */
  clock: () => number;
  /** Limits of keys and organizations without their own; `DEFAULT_LIMITS` by default. */
  limits?: Partial<Limits>;
}

export type ReferenceApi = ReturnType<typeof createReferenceApi>;

/** Requests a minute for each key, a day and a month for each organization. */
export const DEFAULT_LIMITS: Limits = { minute: 60, daily: 5000, monthly: 100_000 };
const REFUSALS = {
  minute: 'Rate limit exceeded',
  daily: 'Daily quota exceeded',
  monthly: 'Monthly quota exceeded',
};
const REQUIRED_SCOPE = 'monitors:read';
/** The scheme is case-insensitive (RFC 9110, section 11.1); the key is not. */
const BEARER = /^Bearer +([\w\-.~+/]+=*)$/i;

/**
 * Creates our Monitor Read API, without I/O.
 *
 * @param state.organizations their names, keys and the UUIDs of their monitors are unique. @throws ZodError for invalid ones
 */
export function createReferenceApi(state: ReferenceApiState) {
  const { clock } = state;
  const limits = { ...DEFAULT_LIMITS, ...state.limits };
  const organizations = state.organizations.map(
    (given) => new Organization(organizationSchema.parse(given), clock, limits),
  );
  const secrets = organizations.flatMap((organization) => organization.secrets);
  const limiter = createLimiter();
  let faults: Fault[] = [];
  const received = new Map(secrets.map((secret) => [secret, 0]));
  let receivedInAll = 0;

  /** Checks in the order of docs/reference-api.md: path, method, key, allowlist, scope, limits, parameters, monitor. */
  function respond(request: ApiRequest, token: string | undefined, now: number): ApiResponse {
    const endpoint = findEndpoint(request.url);
    if (endpoint === undefined) return failure(404, 'Not found');
    if (request.method !== 'GET') return failure(405, 'Method not allowed', {}, { Allow: 'GET' });
    const unauthorized = (error: string) => failure(401, error, {}, { 'WWW-Authenticate': 'Bearer' });
    if (token === undefined) return unauthorized('Missing or malformed API key');
    const organization = organizations.find((candidate) => candidate.key(token));
    const key = organization?.key(token);
    if (organization === undefined || key === undefined || !isValid(key, now))
      return unauthorized('Invalid API key');
    const forbidden = forbiddenResponse(organization, key, request.remoteAddress);
    if (forbidden) return forbidden;
    const allowance = limiter.take(
      token,
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

  function isValid({ key, revoked, expires_at }: ApiKey, now: number): boolean {
    const isExpired = expires_at !== null && Date.parse(expires_at) <= now;
    const isRevoked = faults.some((fault) => fault.kind === 'revoke-key' && (fault.key ?? key) === key);
    return !revoked && !isExpired && !isRevoked;
  }

  return {
    handle(request: ApiRequest): ApiResponse {
      const now = clock();
      const token = BEARER.exec(request.authorization ?? '')?.[1];
      receivedInAll += 1;
      const before = token === undefined ? undefined : received.get(token);
      if (token !== undefined && before !== undefined) received.set(token, before + 1);
      const matching = takeMatching(faults, request.url);
      faults = faults.filter((fault) => !isUsedUp(fault));
      const response = replacement(matching) ?? respond(request, token, now);
      response.headers.Date = new Date(now).toUTCString();
      applyFaults(response, matching);
      return response;
    },
    /** Returns the organization of that name, or the first. @throws Error when there is none */
    organization(name?: string): Organization {
      const found = organizations.find((organization) => name === undefined || organization.name === name);
      if (found === undefined) throw new Error(`There is no organization ${name ?? ''}.`);
      return found;
    },
    /** Returns the number of requests received since the start: all of them, or those with this key. */
    requests: (key?: string): number => (key === undefined ? receivedInAll : (received.get(key) ?? 0)),
    /** Activates a fault. */
    inject(fault: Fault): void {
      faults.push({ ...fault });
      if (fault.kind === 'exhaust-quota') limiter.exhaust(fault.window, clock());
    },
    /** Removes all faults: keys work again, and quotas have their real remainder. */
    clearFaults(): void {
      faults = [];
      limiter.undoExhaust();
    },
  };
}

/** Spec: Authentication (IP allowlist), Scope rules, 403 for a missing scope. */
function forbiddenResponse(
  organization: Organization,
  { scopes, ip_allowlist }: ApiKey,
  remoteAddress: string,
): ApiResponse | undefined {
  if (ip_allowlist && !isAllowed(remoteAddress, ip_allowlist))
    return failure(403, 'Source address is not on the allowlist of the API key');
  const held = heldScopes(scopes, organization.plan);
  if (held.includes(REQUIRED_SCOPE)) return undefined;
  return failure(403, 'Missing required scope', { required_scope: REQUIRED_SCOPE, granted_scopes: held });
}

function listMonitors(
  organization: Organization,
  query: string,
  headers: Record<string, string>,
): ApiResponse {
  const parameters = readListParameters(query);
  if ('error' in parameters) return failure(400, parameters.error, {}, headers);
  const { page, per_page, type, is_active } = parameters;
  let monitors = organization.monitors();
  if (type !== undefined) monitors = monitors.filter((monitor) => monitor.type === type);
  if (is_active !== undefined)
    monitors = monitors.filter((monitor) => String(monitor.is_active) === is_active);
  const data = monitors.slice((page - 1) * per_page, page * per_page).map(listShape);
  const total = monitors.length;
  const pagination = { page, per_page, total, total_pages: Math.ceil(total / per_page) };
  return jsonResponse(200, JSON.stringify({ data, pagination }), headers);
}

const listShape = (monitor: Monitor) => Object.fromEntries(LIST_FIELDS.map((name) => [name, monitor[name]]));

function getMonitor(organization: Organization, id: string, headers: Record<string, string>): ApiResponse {
  if (!isUuid(id)) return failure(400, 'Invalid path parameter: monitor_uuid must be a UUID', {}, headers);
  const data = organization.monitor(id);
  if (data === undefined) return failure(404, 'Monitor not found', {}, headers);
  return jsonResponse(200, JSON.stringify({ data }), headers);
}
