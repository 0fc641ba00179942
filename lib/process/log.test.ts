import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';

const logThrice = `
  import { setImmediate } from 'node:timers/promises';
  import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url))};
  const log = createLog('info');
  for (const line of [1, 2, 3]) {
    log.info({ line }, 'logged');
    await setImmediate();
  }
  console.error('went on');
`;

test.runIf(existsSync('/dev/full'))(
  'row 118: a log on a full disk neither ends nor holds the process',
  () => {
    const command = 'exec "$0" --input-type=module --eval "$1" > /dev/full';
    // The timeout ends a process that hangs.
    const options = { encoding: 'utf8', timeout: 30_000, killSignal: 'SIGKILL' } as const;
    const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath, logThrice], options);
    expect(stderr).toBe('went on\n');
    expect(status).toBe(0);
  },
);
