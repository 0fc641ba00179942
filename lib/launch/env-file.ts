import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The product's settings. */
const setting = /^(?:(?:MONITOR_API|SIGHTLINE)_.*|HOSTNAME|PORT)$/;

/**
 * Adds the variables of `.env` to an environment, which has precedence. The demo ignores the settings of the file: it is for
 * the product with real data, for example with Compose, and cannot be meant for both. The demo sets them to empty texts,
 * because Next would read missing ones from the file.
 *
 * @returns whether the demo has ignored any
 */
export function addEnvFile(path: string, environment: NodeJS.ProcessEnv, isDemo: boolean): boolean {
  const added = { ...parseEnv(readFileSync(path, 'utf8')), ...environment };
  const ignored = Object.keys(added).filter(
    (name) => isDemo && setting.test(name) && environment[name] === undefined,
  );
  for (const name of ignored) added[name] = '';
  Object.assign(environment, added);
  return ignored.length > 0;
}
