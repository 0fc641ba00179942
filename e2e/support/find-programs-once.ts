import { kubectlProgram, programVariables, promtoolProgram, redisProgram } from './system-program.ts';

/**
 * Vitest calls this before it starts the workers, which inherit the environment. Several workers that install packages at
 * the same time would fail, because the package manager locks its database.
 */
export function setup(): void {
  Object.assign(process.env, programVariables([redisProgram, promtoolProgram, kubectlProgram]));
}
