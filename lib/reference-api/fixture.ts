import { z } from 'zod';
import { PLANS } from './access.ts';
import { isUuid, TYPES } from './parameters.ts';

/** Means "unlimited" in the headers, which must be numbers. */
export const UNLIMITED = 1_000_000_000;
export const MONITORS_MAX = 100_000;

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
const limit = z.union([z.int().min(0).max(UNLIMITED), z.literal('unlimited').transform(() => UNLIMITED)]);
const plan = z.union([z.enum(PLANS), z.array(z.string())]);

const fieldsOfList = {
  monitor_uuid: z.string().refine(isUuid, 'must be a UUID').toLowerCase(),
  name: z.string(),
  type: z.enum(TYPES),
  target: z.string(),
  port: z.int().min(1).max(65_535).nullable().default(null),
  interval: z.int().min(1).default(60),
  regions: z.array(z.string()).length(1).default(['fra1']),
  maintenance_mode: z.boolean().default(false),
  is_active: z.boolean().default(true),
  last_check_at: time.nullable().default(null),
  last_status: z.enum(['up', 'down']).nullable().default(null),
  last_response_time_ms: z.int().min(0).nullable().default(null),
  created_at: time.default('2026-01-01T00:00:00.000Z'),
  updated_at: time.optional(),
};

/** The fields of the list shape, in the order of the spec's table "Monitor". */
export const LIST_FIELDS = z.object(fieldsOfList).keyof().options;

/** A monitor of a fixture (spec: Monitor): UUID, name, type and target are required, the other fields have defaults. */
export const monitorSchema = z
  .strictObject({
    ...fieldsOfList,
    description: z.string().nullable().default(null),
    http_method: z
      .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])
      .nullable()
      .default(null),
    expected_status_codes: z.array(z.int().min(100).max(599)).nullable().default(null),
    follow_redirects: z.boolean().nullable().default(null),
    timeout_ms: z.int().min(0).nullable().default(null),
  })
  .refine(({ type, port }) => type === 'tcp' || port === null, {
    path: ['port'],
    error: 'must be null unless type is tcp',
  })
  .transform((given) => ({ ...given, updated_at: given.updated_at ?? given.created_at }));
export type MonitorInput = z.input<typeof monitorSchema>;
/** A monitor in the detail shape. Times are ISO 8601 UTC with milliseconds. */
export type Monitor = z.output<typeof monitorSchema>;
export type MonitorType = Monitor['type'];

/** An API key. It may contain the characters of a Bearer token (RFC 6750, section 2.1). */
export const keySchema = z.strictObject({
  key: z.string().regex(/^[\w\-.~+/]+=*$/, 'must hold only letters, digits and -._~+/'),
  scopes: z.array(z.string()).default(['monitors:read']),
  /** IP addresses and CIDR ranges. */
  ip_allowlist: z.array(z.string()).nullable().default(null),
  revoked: z.boolean().default(false),
  expires_at: time.nullable().default(null),
  limit_minute: limit.optional(),
});
export type KeyInput = z.input<typeof keySchema>;
export type ApiKey = z.output<typeof keySchema>;

const generated = z.strictObject({
  count: z.int().min(0).max(MONITORS_MAX),
  seed: z.int().min(0).max(0xffff_ffff).default(1),
  alive: z.boolean().default(true),
  /** When the incident of the generated organization begins, Unix milliseconds. */
  incidentAt: z.int().nullable().default(null),
  flappingSince: z.int().nullable().default(null),
});

/** An organization with its plan, quotas, keys and monitors: a list of them, or how many to generate. */
export const organizationSchema = z.strictObject({
  name: z.string().min(1),
  plan: plan.default('team'),
  quota_daily: limit.optional(),
  quota_monthly: limit.optional(),
  keys: z.array(keySchema).default([]),
  monitors: z.union([z.array(monitorSchema), generated]).default([]),
});
export type OrganizationInput = z.input<typeof organizationSchema>;
export type ParsedOrganization = z.output<typeof organizationSchema>;
