import * as z from 'zod/mini';
import {
  boolean,
  documented,
  number,
  numberOrNull,
  recordOf,
  text,
  textOrNull,
  timeOrNull,
} from './documented.ts';
import { errorCodeSchema, upstreamDetailsSchema } from './error.ts';
import { storageEngines, storageProblems } from './storage-problems.ts';

const usageStateSchema = z.enum([
  'ok',
  'near_limit',
  'rate_limited',
  'daily_quota_exhausted',
  'monthly_quota_exhausted',
  'quota_unknown',
  'unknown',
]);
export type UsageState = z.infer<typeof usageStateSchema>;

const windowSchema = z.object({
  limit: z.nullable(z.number()),
  remaining: z.nullable(z.number()),
  resets_at: timeOrNull(
    'For day and month: as configured by SIGHTLINE_QUOTA_RESET, unless a reset was observed at another time; without it null until two resets of the day have been observed: the API does not publish it, and it is never guessed.',
  ),
});
export type UsageCounter = z.infer<typeof windowSchema>;

const quotaSchema = z.extend(windowSchema, {
  resets_at_local: textOrNull(
    'resets_at in the configured time zone, such as "2026-12-01 00:00 Europe/Berlin"; null unless the reset is the configured one.',
  ),
  runs_out_at: timeOrNull(
    'Projected from the organization’s pace over the last hour; null when the quota outlasts the window or is unknown.',
  ),
});

const refreshSchema = z.object({
  wanted_s: numberOrNull(
    'The operator’s interval, seconds; null while nobody looks, or all viewers have paused.',
  ),
  actual_s: number(
    'The present interval, seconds: 900 while nobody looks, longer when limited_by or cost require it.',
  ),
  cost: number('Requests of a reading.'),
  limited_by: z.nullable(z.enum(['minute', 'daily', 'monthly'])),
  paused: z.boolean(),
  viewers: z.number(),
  reserve: documented(
    z.object({ daily: z.nullable(z.number()), monthly: z.nullable(z.number()) }),
    'Remaining requests of each quota that refreshing leaves to other clients and to users; null while unknown.',
  ),
});
export type Refresh = z.infer<typeof refreshSchema>;

const settingsReadingSchema = z.object({
  known: number('Monitors whose settings were read at least once.'),
  monitors: z.number(),
  state: documented(
    z.enum(['complete', 'reading', 'failed', 'paused', 'low', 'quota_unknown', 'updated_by_checks', 'off']),
    'complete: all are known, and modified monitors are read again. Otherwise whether the rest is read: reading; failed: it could not be read, and is tried again a day later; paused: like refreshing; low: few requests are left, or none may be sent; quota_unknown: the API does not say how many are left; updated_by_checks: the API changes updated_at with each check, so that it does not tell whether settings still hold; off: by SIGHTLINE_READ_SETTINGS.',
  ),
  until: timeOrNull(
    'When all will be known, at the present limits; after the reset of a quota if its share for settings is used. Only with the state reading, and null while that cannot be foreseen.',
  ),
});
export type SettingsReading = z.infer<typeof settingsReadingSchema>;

const accessTroubleSchema = z.extend(z.omit(upstreamDetailsSchema, { upstream_status: true }), {
  code: errorCodeSchema,
  error: z.string(),
  since: z.iso.datetime(),
});
export type AccessTrouble = z.infer<typeof accessTroubleSchema>;

/** How Sightline accesses the API. Never contains the key itself. */
const accessSchema = z.object({
  base_url: text('Ends in /v1; has no user name, password or query.'),
  key_fingerprint: text('The first four hex digits of the key’s SHA-256.'),
  scopes: documented(
    z.nullable(z.object({ held: z.array(z.string()), complete: z.boolean(), learned_at: z.iso.datetime() })),
    'The scopes last learned; null before the API has sent any. complete: the key has no others.',
  ),
  trouble: documented(z.nullable(accessTroubleSchema), 'Why the API cannot be read now.'),
});
export type AccessReport = z.infer<typeof accessSchema>;

const storageSchema = z.object({
  problem: z.nullable(z.enum(storageProblems)),
  since: z.nullable(z.iso.datetime()),
  set_aside: documented(
    z.nullable(
      z.object({
        name: z.nullable(z.string()),
        reason: z.enum(['damaged', 'unproven', 'other_base_url', 'other_organization']),
      }),
    ),
    'Data that is not shown: renamed since this start, because it could not be used or belongs to others, with the name of the file or schema; or of another key, and no page has shown yet that it is this organization’s (unproven).',
  ),
});
export type StorageReport = z.infer<typeof storageSchema>;

const replicasSchema = z.object({
  count: number(
    'Running processes that share the quota; the last known number while the database cannot be reached.',
  ),
  this: text('A random name of the process that answers.'),
  leads: z.boolean(),
  storage: z.enum(storageEngines),
});
export type ReplicasReport = z.infer<typeof replicasSchema>;

const sampleSchema = z.object({
  at: z.iso.datetime(),
  daily_remaining: z.nullable(z.number()),
  monthly_remaining: z.nullable(z.number()),
  after_gap: boolean('Whether nothing was observed for a long time before.'),
});
export type UsageSample = z.infer<typeof sampleSchema>;

/** Response body of `GET /api/usage`. */
export const usageSchema = documented(
  z.object({
    data: z.object({
      state: documented(usageStateSchema, 'unknown: the API has not sent any counters yet.'),
      observed_at: timeOrNull('When the counters were last received; null before the first time.'),
      rate_limit: windowSchema,
      daily: quotaSchema,
      monthly: quotaSchema,
      spent_here: documented(
        z.object({
          since: z.iso.datetime(),
          ...recordOf(['inventory', 'list', 'detail', 'probe', 'retry', 'settings'], z.number()),
        }),
        'Requests of Sightline, by purpose.',
      ),
      spent_elsewhere: documented(
        z.object({ since: z.nullable(z.iso.datetime()), daily: z.number(), monthly: z.number() }),
        'Requests of other clients of the organization.',
      ),
      refresh: documented(
        refreshSchema,
        'How often the list is read (seconds), and what that costs (requests).',
      ),
      settings: documented(settingsReadingSchema, 'The settings that the list of the API omits.'),
      retry_at: timeOrNull('When requests go on, while they are suspended; null while that is unknown.'),
      access: accessSchema,
      storage: documented(storageSchema, 'Whether the data is stored for the next start.'),
      replicas: replicasSchema,
      history: documented(
        z.array(sampleSchema),
        'Both quotas, up to seven days, oldest first, thinned; the samples on both sides of every rise and gap are kept.',
      ),
    }),
  }),
  'The requests left, what used them, and the state of access to the API.',
);
export type Usage = z.infer<typeof usageSchema>;
