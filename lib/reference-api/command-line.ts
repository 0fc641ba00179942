import { parseArgs } from 'node:util';
import { DEFAULT_LIMITS } from './api.ts';
import { DEMO_KEY, DEMO_MONITORS } from './demo.ts';
import { MONITORS_MAX, UNLIMITED } from './fixture.ts';

const DEFAULT_PORT = 4100;

export const USAGE = `Usage: npm run api -- [options]

Serves the Monitor Read API from memory.

  --port P             port to listen on, 0 for a free one (default ${DEFAULT_PORT})
  --host H             address to listen on (default 127.0.0.1)
  --monitors N         monitors to generate, 0 to ${MONITORS_MAX} (default ${DEMO_MONITORS})
  --seed S             which organization to generate, 0 to 4294967295 (default 1)
  --still              freeze the generated organization as it is at the start
  --key KEY            API key to accept (default ${DEMO_KEY})
  --limit-minute N     requests a minute for each key (default ${DEFAULT_LIMITS.minute})
  --quota-daily N      requests a day for each organization (default ${DEFAULT_LIMITS.daily})
  --quota-monthly N    requests a month for each organization (default ${DEFAULT_LIMITS.monthly})
                       each of the three may be "unlimited"
  --help               show this text`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const OPTIONS = {
  port: { ...text, default: String(DEFAULT_PORT) },
  host: { ...text, default: '127.0.0.1' },
  monitors: { ...text, default: String(DEMO_MONITORS) },
  seed: { ...text, default: '1' },
  still: flag,
  key: { ...text, default: DEMO_KEY },
  'limit-minute': { ...text, default: String(DEFAULT_LIMITS.minute) },
  'quota-daily': { ...text, default: String(DEFAULT_LIMITS.daily) },
  'quota-monthly': { ...text, default: String(DEFAULT_LIMITS.monthly) },
  help: { ...flag, short: 'h' },
} as const;

/** Parses the command line. @throws Error with one readable sentence when it is invalid */
export function readCommandLine(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const integer = (name: string, given: string, most: number): number => {
    if (/^\d{1,10}$/.test(given) && Number(given) <= most) return Number(given);
    throw new Error(`--${name} must be a whole number from 0 to ${most}, not "${given}".`);
  };
  const limit = (name: 'limit-minute' | 'quota-daily' | 'quota-monthly'): number =>
    values[name] === 'unlimited' ? UNLIMITED : integer(name, values[name], UNLIMITED);
  if (!/^[\w\-.~+/]+=*$/.test(values.key)) throw new Error('--key may hold only letters, digits and -._~+/');
  return {
    help: values.help,
    options: {
      host: values.host,
      port: integer('port', values.port, 65_535),
      monitors: integer('monitors', values.monitors, MONITORS_MAX),
      seed: integer('seed', values.seed, 0xffff_ffff),
      alive: !values.still,
      key: values.key,
      limits: {
        minute: limit('limit-minute'),
        daily: limit('quota-daily'),
        monthly: limit('quota-monthly'),
      },
    },
  };
}
