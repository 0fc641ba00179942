/** Loaded into a product before anything else (machine.ts): all its threads share one core from then on. */
import { execFileSync } from 'node:child_process';
import { taskset } from './machine.ts';

execFileSync(taskset, ['-a', '-c', '-p', '0', String(process.pid)]);
