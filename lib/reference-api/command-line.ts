import { parseArgs } from 'node:util';
import { DEFAULT_LIMITS } from './api.ts';
import { DEMO_KEY, DEMO_MONITORS } from './demo.ts';
import { MONITORS_MAX, UNLIMITED } from './fixture.ts';
import type { Limits } from './limiter.ts';

/** The parsed command line. Numbers are validated; the fixture file is not read yet. */
export interface Command {
  help: boolean;
  host: string;
  port: number;
  controlPort?: number;
  fixture?: string;
  monitors?: number;
  seed?: number;
  still: boolean;
  key?: string;
  limits: Partial<Limits>;
}

const DEFAULT_PORT = 4100;

export const USAGE = `Usage: npm run api -- [options]

Serves the Monitor Read API from memory.

  --port P             port to listen on, 0 for a free one (default ${DEFAULT_PORT})
  --host H             address to listen on (default 127.0.0.1)
  --monitors N         monitors to generate, 0 to ${MONITORS_MAX} (default ${DEMO_MONITORS})
  --seed S             which organization to generate, 0 to 4294967295 (default 1)
  --still              freeze the generated organization as it is at the start
  --key KEY            API key to accept (default ${DEMO_KEY})
  --fixture FILE       take organizations, keys and monitors from a JSON file
  --limit-minute N     requests a minute for each key (default ${DEFAULT_LIMITS.minute})
  --quota-daily N      requests a day for each organization (default ${DEFAULT_LIMITS.daily})
  --quota-monthly N    requests a month for each organization (default ${DEFAULT_LIMITS.monthly})
                       each of the three may be "unlimited"
  --control            open the control server for faults on a free port of 127.0.0.1
  --control-port P     open it on this port
  --help               show this text`;

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  monitors: { type: 'string' },
  seed: { type: 'string' },
  still: { type: 'boolean' },
  key: { type: 'string' },
  fixture: { type: 'string' },
  'limit-minute': { type: 'string' },
  'quota-daily': { type: 'string' },
  'quota-monthly': { type: 'string' },
  control: { type: 'boolean' },
  'control-port': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const GENERATED = ['monitors', 'seed', 'still', 'key'] as const;

/** Parses the command line. @throws Error with one readable sentence when it is invalid */
export function readCommandLine(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false });
  const integerOption = (flag: keyof typeof values, most: number): number | undefined => {
    const text = values[flag];
    if (typeof text !== 'string') return undefined;
    if (!/^\d{1,10}$/.test(text) || Number(text) > most) {
      throw new Error(`--${flag} must be a whole number from 0 to ${most}, not "${text}".`);
    }
    return Number(text);
  };
  const limit = (flag: keyof typeof values): number | undefined =>
    values[flag] === 'unlimited' ? UNLIMITED : integerOption(flag, UNLIMITED);
  const ineffective = GENERATED.find((flag) => values.fixture !== undefined && values[flag] !== undefined);
  if (ineffective)
    throw new Error(
      `--${ineffective} has no effect on a fixture file: leave out --${ineffective} or --fixture.`,
    );
  if (values.key !== undefined && !/^[\w\-.~+/]+=*$/.test(values.key)) {
    throw new Error('--key may hold only letters, digits and -._~+/');
  }
  return {
    help: values.help ?? false,
    host: values.host ?? '127.0.0.1',
    port: integerOption('port', 65_535) ?? DEFAULT_PORT,
    still: values.still ?? false,
    ...optionalField(
      'controlPort',
      integerOption('control-port', 65_535) ?? (values.control ? 0 : undefined),
    ),
    ...optionalField('fixture', values.fixture),
    ...optionalField('monitors', integerOption('monitors', MONITORS_MAX)),
    ...optionalField('seed', integerOption('seed', 0xffff_ffff)),
    ...optionalField('key', values.key),
    limits: {
      ...optionalField('minute', limit('limit-minute')),
      ...optionalField('daily', limit('quota-daily')),
      ...optionalField('monthly', limit('quota-monthly')),
    },
  };
}

/** An object with the field, or without it when the value is undefined, as `exactOptionalPropertyTypes` requires. */
function optionalField<K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } {
  const field: { [P in K]?: V } = {};
  if (value !== undefined) field[name] = value;
  return field;
}
