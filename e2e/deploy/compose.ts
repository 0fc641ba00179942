import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectRoot } from '../support/products/server-process.ts';

/** All fields of compose.yaml, so that a misspelled one is found. Docker checks their values (ci.yaml). */
const serviceSchema = z.strictObject({
  image: z.string(),
  build: z.string().optional(),
  pull_policy: z.string().optional(),
  profiles: z.tuple([z.string()]),
  user: z.string().optional(),
  restart: z.string().optional(),
  stop_grace_period: z.string().optional(),
  networks: z.array(z.string()).optional(),
  healthcheck: z
    .strictObject({ test: z.array(z.string()), interval: z.string(), timeout: z.string(), retries: z.int() })
    .optional(),
  read_only: z.boolean().optional(),
  mem_limit: z.string().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.string() })).default({}),
});
const fileSchema = z.strictObject({
  'x-sightline': z.unknown(),
  'x-replica': z.unknown(),
  volumes: z.record(z.string(), z.null()),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean() }).nullable()),
  services: z.record(z.string(), serviceSchema),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
  'x-settings': z.record(z.string(), z.string()),
});

/** compose.yaml, with its anchors merged. */
const composeFile: unknown = parse(readFileSync(join(projectRoot, 'compose.yaml'), 'utf8'), {
  merge: true,
});
export const { services, secrets, 'x-settings': settings } = fileSchema.parse(composeFile);

/** Fills in `${NAME:-default}`, as Compose does. @param settings the variables of `.env` */
export function interpolate(
  environment: Record<string, string>,
  settings: Record<string, string>,
): Record<string, string> {
  const fill = (text: string) =>
    text.replace(
      /\$\{(\w+):-([^}]*)\}/g,
      (_, name: string, otherwise: string) => settings[name] || otherwise,
    );
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}
