import 'server-only';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readLogLevel } from '../process/log.ts';
import { accessVariables, readAccess, textVariable } from './auth/access-config.ts';
import { refuseConfig } from './errors.ts';
import { parseResetTime } from './quota/reset-time.ts';
import { parseBaseUrl } from './upstream/base-url';
import { proxyFor } from './upstream/forward-proxy.ts';

export type Config = ReturnType<typeof parseEnvironment>;

const flag = (name: string) => {
  const error = `${name} must be 1 (on), 0 or empty (off).`;
  return textVariable.pipe(z.enum(['', '0', '1'], { error })).transform((value) => value === '1');
};

const whole = (name: string, min: number, max: number, initial: number) => {
  const error = `${name} must be a whole number from ${min} to ${max}.`;
  return textVariable
    .transform((value) => (value === '' ? initial : Number(value)))
    .pipe(z.int({ error }).min(min, { error }).max(max, { error }));
};

const environmentSchema = accessVariables.extend({
  SIGHTLINE_REFRESH_MIN_SECONDS: whole('SIGHTLINE_REFRESH_MIN_SECONDS', 1, 86_400, 15),
  SIGHTLINE_QUOTA_RESET: textVariable,
  SIGHTLINE_READ_SETTINGS: textVariable.pipe(
    z.enum(['', 'on', 'off'], { error: 'SIGHTLINE_READ_SETTINGS must be on, off or empty (on).' }),
  ),
  SIGHTLINE_HISTORY_DAYS: whole('SIGHTLINE_HISTORY_DAYS', 0, 400, 30),
  SIGHTLINE_DEMO: flag('SIGHTLINE_DEMO'),
  SIGHTLINE_LOG_LEVEL: textVariable,
  SIGHTLINE_DATA_DIR: textVariable,
  SIGHTLINE_VIEWS_FILE: textVariable,
  SIGHTLINE_METRICS_TOKEN: textVariable.refine((token) => token === '' || /^[\x21-\x7e]{16,}$/.test(token), {
    error: 'SIGHTLINE_METRICS_TOKEN must be at least 16 characters of visible ASCII.',
  }),
  SIGHTLINE_ALLOW_INSECURE_UPSTREAM: flag('SIGHTLINE_ALLOW_INSECURE_UPSTREAM'),
  SIGHTLINE_DEMO_API_URL: textVariable,
  SIGHTLINE_DEMO_API_KEY: textVariable,
  SIGHTLINE_DATABASE_URL: textVariable,
  SIGHTLINE_DATABASE_URL_FILE: textVariable,
  MONITOR_API_BASE_URL: textVariable,
  MONITOR_API_KEY: textVariable,
  MONITOR_API_KEY_FILE: textVariable,
  HTTP_PROXY: textVariable,
  HTTPS_PROXY: textVariable,
  NO_PROXY: textVariable,
});
type Environment = z.infer<typeof environmentSchema>;

/** The variables of proxies have two spellings. The lower case one takes precedence. */
function withProxyVariables(environment: Record<string, string | undefined>) {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const;
  const lower = names.map((name) => [name, environment[name.toLowerCase()] || environment[name]]);
  return { ...environment, ...Object.fromEntries(lower) };
}

/** Settings of the launcher (lib/launch), and a variable that it sets for the server. */
const ofLauncher = ['SIGHTLINE_ALLOWED_HOSTS', 'SIGHTLINE_BASE_PATH', 'SIGHTLINE_TRUSTED_PROXY_HOPS'].concat([
  'SIGHTLINE_CHECK',
]);

/** Kubernetes and Docker set such variables for a service named `sightline`. */
const injected = /^SIGHTLINE_(PORT|SERVICE_HOST|SERVICE_PORT)(_|$)/;

/** Returns a sentence about variables that look like settings but are not; null: there are none. */
function unknownVariables(names: readonly string[]): string | null {
  const known = [...Object.keys(environmentSchema.shape), ...ofLauncher];
  const unknown = names.filter(
    (name) => name.startsWith('SIGHTLINE_') && !known.includes(name) && !injected.test(name),
  );
  return unknown.length === 0 ? null : `No such setting: ${unknown.join(', ')}. See docs/settings.md.`;
}

/** Visible ASCII, as the Authorization header requires. */
const keyPattern = /^[\x21-\x7e]+$/;

type ReadFile = (path: string) => string;

/**
 * Parses the environment variables. Called once, at startup.
 *
 * @param readFile reads a file as text; may throw
 * @throws ConfigError with a sentence for the operator
 */
export function parseEnvironment(environment: Record<string, string | undefined>, readFile: ReadFile) {
  const { data: variables, error } = environmentSchema.safeParse(withProxyVariables(environment));
  if (error) return refuseConfig(error.issues[0]?.message ?? 'Invalid configuration.');
  const demo = variables.SIGHTLINE_DEMO;
  const config = {
    /** Minimum refresh interval of the inventory, seconds. */
    refreshMinS: variables.SIGHTLINE_REFRESH_MIN_SECONDS,
    /** When the daily and monthly quotas reset; null: unknown. */
    quotaReset:
      variables.SIGHTLINE_QUOTA_RESET === '' ? null : parseResetTime(variables.SIGHTLINE_QUOTA_RESET),
    logLevel:
      readLogLevel(variables.SIGHTLINE_LOG_LEVEL) ??
      refuseConfig('SIGHTLINE_LOG_LEVEL must be error, warn, info or debug.'),
    /** The bearer token that GET /metrics requires; null: metrics are disabled. */
    metricsToken: variables.SIGHTLINE_METRICS_TOKEN || null,
    /** Whether settings of monitors that nobody opens are read. */
    readSettings: variables.SIGHTLINE_READ_SETTINGS !== 'off',
    /** How long the history is remembered, days; 0: not at all. */
    historyKeptDays: variables.SIGHTLINE_HISTORY_DAYS,
    /** The PostgreSQL database that one or several replicas share; null: one process keeps its data itself. */
    databaseUrl: readDatabaseUrl(variables, readFile),
    /** Where data is kept without `databaseUrl`; null: in memory (demo data). */
    dataDirectory: demo ? null : variables.SIGHTLINE_DATA_DIR || '.data',
    /** The path of the file with the team's views; null: there is none. */
    viewsFile: variables.SIGHTLINE_VIEWS_FILE || null,
    demo,
    upstream: demo
      ? readDemoApi(variables)
      : { baseUrl: readBaseUrl(variables), apiKey: readKey(variables, readFile) },
    access: readAccess(variables, demo),
    /** A sentence about variables that look like settings and are none; null: there are none. */
    unknownVariables: unknownVariables(Object.keys(environment)),
    /** Returns the forward proxy for an origin; null: none. */
    proxyFor: (url: URL) => proxyFor(url, variables),
  };
  if (config.databaseUrl !== null && config.access.mode !== 'none' && config.access.secrets.length === 0) {
    refuseConfig(
      'SIGHTLINE_SESSION_SECRETS is not set. With SIGHTLINE_DATABASE_URL every replica needs the same secrets: set it to a random text of at least 32 characters.',
    );
  }
  return config;
}

/**
 * Returns the value of a setting, which can be in a file instead, and the name of the variable with the value or the path.
 *
 * @returns null: the setting is not set. @throws ConfigError
 */
function readSecret(
  name: 'MONITOR_API_KEY' | 'SIGHTLINE_DATABASE_URL',
  variables: Environment,
  readFile: ReadFile,
): { variable: string; value: string } | null {
  const fileVariable = `${name}_FILE` as const;
  const { [name]: value, [fileVariable]: file } = variables;
  if (file === '') return value === '' ? null : { variable: name, value };
  if (value !== '') refuseConfig(`${name} and ${fileVariable} are both set. Set only one.`);
  try {
    return { variable: fileVariable, value: readFile(file).trim() };
  } catch {
    return refuseConfig(`Cannot read the file in ${fileVariable}: ${file}`);
  }
}

/** The messages of errors never contain the URL, which may have a password. @throws ConfigError */
function readDatabaseUrl(variables: Environment, readFile: ReadFile): string | null {
  const given = readSecret('SIGHTLINE_DATABASE_URL', variables, readFile);
  if (given === null) return null;
  const url = URL.parse(given.value);
  const isValid =
    url !== null &&
    /^postgres(ql)?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    /^\/[^/]+$/.test(url.pathname) &&
    !/%(?![\da-f]{2})/i.test(`${url.username}:${url.password}`);
  if (isValid) return given.value;
  return refuseConfig(
    `${given.variable} is not the URL of a PostgreSQL database: use postgres://user:password@host[:port]/database, with ?sslmode=verify-full for TLS. Special characters of the password must be percent-encoded.`,
  );
}

/**
 * Demo data comes from an API whose address `demo.ts` has set, or for replicas the program that starts them
 * (lib/demo/replicas.ts).
 */
function readDemoApi(variables: Environment) {
  const names = ['MONITOR_API_BASE_URL', 'MONITOR_API_KEY', 'MONITOR_API_KEY_FILE'] as const;
  const real = names.find((name) => variables[name] !== '');
  if (real) refuseConfig(`SIGHTLINE_DEMO=1 serves demo data, but ${real} is also set. Unset one of them.`);
  const { SIGHTLINE_DEMO_API_URL: url, SIGHTLINE_DEMO_API_KEY: apiKey } = variables;
  if (url !== '') return { baseUrl: new URL(url), apiKey };
  return refuseConfig(
    'SIGHTLINE_DEMO=1 serves demo data of one process, but SIGHTLINE_DATABASE_URL is also set. Unset one of them, or run "npm run demo -- --replicas 3".',
  );
}

function readBaseUrl(variables: Environment): URL {
  if (variables.MONITOR_API_BASE_URL === '') {
    refuseConfig(
      'MONITOR_API_BASE_URL is not set. Set it to the base URL of the Monitor Read API, ending in /v1, or set SIGHTLINE_DEMO=1 for demo data.',
    );
  }
  return parseBaseUrl(variables.MONITOR_API_BASE_URL, {
    allowInsecureHttp: variables.SIGHTLINE_ALLOW_INSECURE_UPSTREAM,
  });
}

/** The messages of errors never contain the key. @throws ConfigError */
function readKey(variables: Environment, readFile: ReadFile): string {
  const given =
    readSecret('MONITOR_API_KEY', variables, readFile) ??
    refuseConfig(
      'MONITOR_API_KEY is not set. Set it to an API key with the scope monitors:read, or set MONITOR_API_KEY_FILE to a file that contains one.',
    );
  if (keyPattern.test(given.value)) return given.value;
  return refuseConfig(
    given.value === ''
      ? `${given.variable}: the file is empty.`
      : `${given.variable} contains spaces, line breaks or non-ASCII characters, which are not valid in an API key.`,
  );
}

/** Reads the configuration from process.env, which no other code of the server reads. @throws ConfigError */
export function readConfig(): Config {
  return parseEnvironment(process.env, (path) => readFileSync(path, 'utf8'));
}
