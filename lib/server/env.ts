import 'server-only';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type LogLevel, readLogLevel } from '../log.ts';
import { type AccessConfig, accessVariables, readAccess } from './access/access-config.ts';
import { ConfigError } from './config-error.ts';
import { parseBaseUrl } from './upstream/base-url';

/** The configuration of the server. `upstream` null: demo mode, which reads the embedded reference API. */
export interface Config {
  /** Minimum refresh interval of the inventory, seconds. */
  refreshMinS: number;
  logLevel: LogLevel;
  /** The bearer token that GET /metrics requires; null: metrics are disabled. */
  metricsToken: string | null;
  /** Where the state is stored; null: it is not stored (demo data). */
  dataDirectory: string | null;
  access: AccessConfig;
  upstream: { baseUrl: URL; apiKey: string } | null;
}

const flag = (name: string) =>
  z
    .enum(['', '0', '1'], { error: `${name} must be 1 (on), 0 or empty (off).` })
    .default('')
    .transform((value) => value === '1');

const text = z.string().trim().default('');

const seconds = (name: string, defaultSeconds: number) => {
  const error = `${name} must be a whole number from 1 to 86400.`;
  return z
    .string()
    .trim()
    .default('')
    .transform((value) => (value === '' ? defaultSeconds : Number(value)))
    .refine((value) => Number.isInteger(value) && value >= 1 && value <= 86_400, { error });
};

const environmentSchema = z.object({
  SIGHTLINE_REFRESH_MIN_SECONDS: seconds('SIGHTLINE_REFRESH_MIN_SECONDS', 15),
  SIGHTLINE_DEMO: flag('SIGHTLINE_DEMO'),
  SIGHTLINE_LOG_LEVEL: text,
  SIGHTLINE_DATA_DIR: text,
  SIGHTLINE_METRICS_TOKEN: text,
  SIGHTLINE_ALLOW_INSECURE_UPSTREAM: flag('SIGHTLINE_ALLOW_INSECURE_UPSTREAM'),
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
 * @param readKeyFile reads a file as text; may throw
 * @throws ConfigError with a sentence for the operator
 */
export function parseEnvironment(
  environment: Record<string, string | undefined>,
  readKeyFile: (path: string) => string,
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
  };
  const access = () => readAccess(variables, variables.SIGHTLINE_DEMO);
  if (variables.SIGHTLINE_DEMO) {
    rejectDemoWithUpstream(variables);
    return { ...common, access: access(), dataDirectory: null, upstream: null };
  }
  const upstream = { baseUrl: readBaseUrl(variables), apiKey: readKey(variables, readKeyFile) };
  const dataDirectory = variables.SIGHTLINE_DATA_DIR || '.data';
  return { ...common, dataDirectory, upstream, access: access() };
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

function readKey(variables: Environment, readKeyFile: (path: string) => string): string {
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
  let content: string;
  try {
    content = readKeyFile(file);
  } catch {
    throw new ConfigError(`Cannot read the file in MONITOR_API_KEY_FILE: ${file}`);
  }
  return validateKey('MONITOR_API_KEY_FILE', content.trim());
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
