/** Preloaded into the product by machine.ts: binds all its threads to one core. */
import { execFileSync } from 'node:child_process';
import { taskset } from './machine.ts';

execFileSync(taskset, ['-a', '-c', '-p', '0', String(process.pid)]);
