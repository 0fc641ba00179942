import 'server-only';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type LogLevel, readLogLevel } from '../process/log.ts';
import { type AccessConfig, accessVariables, readAccess } from './auth/access-config.ts';
import { ConfigError } from './errors.ts';
import { parseBaseUrl } from './upstream/base-url';

/** The configuration of the server. `upstream` null: demo mode, which reads the embedded reference API. */
export interface Config {
  /** Minimum refresh interval of the inventory, seconds. */
  refreshMinS: number;
  logLevel: LogLevel;
  /** The bearer token that GET /metrics requires; null: metrics are disabled. */
  metricsToken: string | null;
  /** Where data is kept without `databaseUrl`; null: in memory (demo data). */
  dataDirectory: string | null;
  /** The PostgreSQL database that one or several replicas share; null: one process keeps its data itself. */
  databaseUrl: string | null;
  /** How long the history is remembered, days; 0: not at all. */
  historyDays: number;
  access: AccessConfig;
  /** Whether demo data is served. */
  demo: boolean;
  upstream: { baseUrl: URL; apiKey: string } | null;
}

const flag = (name: string) =>
  z
    .enum(['', '0', '1'], { error: `${name} must be 1 (on), 0 or empty (off).` })
    .default('')
    .transform((value) => value === '1');

const text = z.string().trim().default('');

const whole = (name: string, { least, most, normal }: { least: number; most: number; normal: number }) => {
  const error = `${name} must be a whole number from ${least} to ${most}.`;
  return z
    .string()
    .trim()
    .default('')
    .transform((value) => (value === '' ? normal : Number(value)))
    .refine((value) => Number.isInteger(value) && value >= least && value <= most, { error });
};

const environmentSchema = z.object({
  SIGHTLINE_REFRESH_MIN_SECONDS: whole('SIGHTLINE_REFRESH_MIN_SECONDS', {
    least: 1,
    most: 86_400,
    normal: 15,
  }),
  SIGHTLINE_HISTORY_DAYS: whole('SIGHTLINE_HISTORY_DAYS', { least: 0, most: 400, normal: 30 }),
  SIGHTLINE_DEMO: flag('SIGHTLINE_DEMO'),
  SIGHTLINE_LOG_LEVEL: text,
  SIGHTLINE_DATA_DIR: text,
  SIGHTLINE_METRICS_TOKEN: text,
  SIGHTLINE_ALLOW_INSECURE_UPSTREAM: flag('SIGHTLINE_ALLOW_INSECURE_UPSTREAM'),
  SIGHTLINE_DEMO_API_URL: text,
  SIGHTLINE_DEMO_API_KEY: text,
  SIGHTLINE_DATABASE_URL: text,
  SIGHTLINE_DATABASE_URL_FILE: text,
  MONITOR_API_BASE_URL: text,
  MONITOR_API_KEY: text,
  MONITOR_API_KEY_FILE: text,
  ...accessVariables,
});
type Environment = z.infer<typeof environmentSchema>;

/** Visible ASCII, as the Authorization header requires. */
const keyPattern = /^[\x21-\x7e]+$/;

/**
 * Parses the environment variables. Called once, at startup.
 *
 * @param readFile reads a file as text; may throw
 * @throws ConfigError with a sentence for the operator
 */
export function parseEnvironment(
  environment: Record<string, string | undefined>,
  readFile: (path: string) => string,
): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues[0]?.message ?? 'Invalid configuration.');
  }
  const variables = parsed.data;
  const common = {
    refreshMinS: variables.SIGHTLINE_REFRESH_MIN_SECONDS,
    logLevel: readLevel(variables.SIGHTLINE_LOG_LEVEL),
    metricsToken: readMetricsToken(variables.SIGHTLINE_METRICS_TOKEN),
    historyDays: variables.SIGHTLINE_HISTORY_DAYS,
    databaseUrl: readDatabaseUrl(variables, readFile),
    demo: variables.SIGHTLINE_DEMO,
  };
  const access = () => {
    const config = readAccess(variables, variables.SIGHTLINE_DEMO);
    if (common.databaseUrl !== null) requireSharedSecrets(config, variables.SIGHTLINE_SESSION_SECRETS);
    return config;
  };
  if (variables.SIGHTLINE_DEMO) {
    const upstream = readDemoApi(variables);
    return { ...common, access: access(), dataDirectory: null, upstream };
  }
  const upstream = { baseUrl: readBaseUrl(variables), apiKey: readKey(variables, readFile) };
  const dataDirectory = variables.SIGHTLINE_DATA_DIR || '.data';
  return { ...common, dataDirectory, upstream, access: access() };
}

/** Each replica opens the cookies that others have sealed. @throws ConfigError */
function requireSharedSecrets(access: AccessConfig, secrets: string): void {
  if (access.mode === 'none' || /[^\s,]/.test(secrets)) return;
  throw new ConfigError(
    'SIGHTLINE_SESSION_SECRETS is not set. With SIGHTLINE_DATABASE_URL every replica needs the same secrets: set it to a random text of at least 32 characters.',
  );
}

function readDatabaseUrl(variables: Environment, readFile: (path: string) => string): string | null {
  const { SIGHTLINE_DATABASE_URL: value, SIGHTLINE_DATABASE_URL_FILE: file } = variables;
  if (value !== '' && file !== '') {
    throw new ConfigError(
      'SIGHTLINE_DATABASE_URL and SIGHTLINE_DATABASE_URL_FILE are both set. Set only one.',
    );
  }
  if (value === '' && file === '') return null;
  if (file === '') return validateDatabaseUrl('SIGHTLINE_DATABASE_URL', value);
  return validateDatabaseUrl(
    'SIGHTLINE_DATABASE_URL_FILE',
    readTextFile('SIGHTLINE_DATABASE_URL_FILE', file, readFile),
  );
}

/** The messages of errors never contain the URL, which may have a password. @throws ConfigError */
function validateDatabaseUrl(variable: string, text: string): string {
  const url = URL.parse(text);
  const isValid =
    url !== null &&
    /^postgres(ql)?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    /^\/[^/]+$/.test(url.pathname) &&
    isDecodable(url.username) &&
    isDecodable(url.password);
  if (isValid) return text;
  throw new ConfigError(
    `${variable} is not the URL of a PostgreSQL database: use postgres://user:password@host[:port]/database, with ?sslmode=verify-full for TLS. Special characters of the password must be percent-encoded.`,
  );
}

/** Whether the percent signs of a URL's part are encoded: in a password they must be. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** @throws ConfigError */
function readTextFile(variable: string, path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path).trim();
  } catch {
    throw new ConfigError(`Cannot read the file in ${variable}: ${path}`);
  }
}

function readLevel(value: string): LogLevel {
  const level = readLogLevel(value);
  if (level === null) throw new ConfigError('SIGHTLINE_LOG_LEVEL must be error, warn, info or debug.');
  return level;
}

const TOKEN_MIN = 16;

function readMetricsToken(token: string): string | null {
  if (token === '') return null;
  if (token.length < TOKEN_MIN || !keyPattern.test(token)) {
    throw new ConfigError(
      `SIGHTLINE_METRICS_TOKEN must be at least ${TOKEN_MIN} characters of visible ASCII.`,
    );
  }
  return token;
}

/**
 * Demo data comes from an embedded API; replicas that share it get its address from the program that starts them
 * (lib/demo/replicas.ts).
 */
function readDemoApi(variables: Environment): Config['upstream'] {
  rejectDemoWithUpstream(variables);
  const { SIGHTLINE_DEMO_API_URL: url, SIGHTLINE_DEMO_API_KEY: apiKey } = variables;
  if (url !== '') return { baseUrl: new URL(url), apiKey };
  if (variables.SIGHTLINE_DATABASE_URL !== '' || variables.SIGHTLINE_DATABASE_URL_FILE !== '') {
    throw new ConfigError(
      'SIGHTLINE_DEMO=1 serves demo data of one process, but SIGHTLINE_DATABASE_URL is also set. Unset one of them, or run "npm run demo -- --replicas 3".',
    );
  }
  return null;
}

function rejectDemoWithUpstream(variables: Environment): void {
  const real = (['MONITOR_API_BASE_URL', 'MONITOR_API_KEY', 'MONITOR_API_KEY_FILE'] as const).find(
    (name) => variables[name] !== '',
  );
  if (real) {
    throw new ConfigError(`SIGHTLINE_DEMO=1 serves demo data, but ${real} is also set. Unset one of them.`);
  }
}

function readBaseUrl(variables: Environment): URL {
  if (variables.MONITOR_API_BASE_URL === '') {
    throw new ConfigError(
      'MONITOR_API_BASE_URL is not set. Set it to the base URL of the Monitor Read API, ending in /v1, or set SIGHTLINE_DEMO=1 for demo data.',
    );
  }
  const parsed = parseBaseUrl(variables.MONITOR_API_BASE_URL, {
    allowInsecureHttp: variables.SIGHTLINE_ALLOW_INSECURE_UPSTREAM,
  });
  if (!parsed.ok) throw new ConfigError(`MONITOR_API_BASE_URL ${parsed.problem}.`);
  return parsed.url;
}

function readKey(variables: Environment, readFile: (path: string) => string): string {
  const { MONITOR_API_KEY: key, MONITOR_API_KEY_FILE: file } = variables;
  if (key !== '' && file !== '') {
    throw new ConfigError('MONITOR_API_KEY and MONITOR_API_KEY_FILE are both set. Set only one.');
  }
  if (key === '' && file === '') {
    throw new ConfigError(
      'MONITOR_API_KEY is not set. Set it to an API key with the scope monitors:read, or set MONITOR_API_KEY_FILE to a file that contains one.',
    );
  }
  if (file === '') return validateKey('MONITOR_API_KEY', key);
  return validateKey('MONITOR_API_KEY_FILE', readTextFile('MONITOR_API_KEY_FILE', file, readFile));
}

/** Returns the key if it is valid. The messages of errors never contain it. @throws ConfigError */
function validateKey(variable: string, key: string): string {
  if (key === '') throw new ConfigError(`${variable}: the file is empty.`);
  if (!keyPattern.test(key)) {
    throw new ConfigError(
      `${variable} contains spaces, line breaks or non-ASCII characters, which are not valid in an API key.`,
    );
  }
  return key;
}

/** Reads the configuration from process.env, which no other code of the server reads. @throws ConfigError */
export function readConfig(): Config {
  return parseEnvironment(process.env, (path) => readFileSync(path, 'utf8'));
}
