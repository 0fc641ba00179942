import 'server-only';
import type { Command } from '../../shared/redis/scripts.ts';

/** Number of arguments of one command: Lua passes no more than some thousands. */
const ARGUMENTS_MAX = 1000;

/** Commands that set fields of a hash. @param fields names and values in turn */
export function setFields(key: string, fields: readonly (string | Buffer)[]): Command[] {
  const commands: Command[] = [];
  for (let n = 0; n < fields.length; n += ARGUMENTS_MAX) {
    commands.push(['HSET', key, ...fields.slice(n, n + ARGUMENTS_MAX)]);
  }
  return commands;
}
