import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { expect, test } from 'vitest';
import { freePort } from '../../lib/launch/free-port.ts';
import { findSystemProgram, isMissing, redisProgram } from '../support/system-program.ts';
import { interpolate, services } from './compose.ts';
import { containerOf, kustomizationOf, resourcesOf, variableOf } from './kubernetes.ts';

/** Bytes of `1gb` (Redis), `1g` (Compose), `1Gi` (Kubernetes): all are powers of 1024. */
function bytesOf(text: unknown): number {
  const [, number = '', unit = ''] = /^(\d+)([mg])[bi]?$/i.exec(String(text)) ?? [];
  return Number(number) * (unit.toLowerCase() === 'g' ? 2 ** 30 : 2 ** 20);
}

const ofCompose = services.valkey;
const ofKubernetes = containerOf(resourcesOf('replicas'), 'sightline-valkey');
const commands = { Compose: ofCompose?.command ?? [], Kubernetes: ofKubernetes?.args ?? [] };
/** The size of the history and the limit of the container's memory, in the unit of each. */
const sizes = {
  Compose: {
    historyMb: interpolate(services['replica-1']?.environment ?? {}, {}).SIGHTLINE_HISTORY_MAX_MB,
    limit: ofCompose?.mem_limit,
  },
  Kubernetes: {
    historyMb: variableOf(kustomizationOf('replicas'), 'SIGHTLINE_HISTORY_MAX_MB'),
    limit: ofKubernetes?.resources.limits.memory,
  },
};

test.each(['Compose', 'Kubernetes'] as const)(
  'in %s the history fits into Valkey, and Valkey into its memory',
  (where) => {
    const command = commands[where];
    const most = bytesOf(command[command.indexOf('--maxmemory') + 1]);
    const history = Number(sizes[where].historyMb) * 1e6;
    expect(history).toBeGreaterThan(0);
    // The list, sessions and what is written meanwhile.
    expect(most).toBeGreaterThan(history + 200e6);
    // What is copied while the log is written anew.
    expect(bytesOf(sizes[where].limit)).toBeGreaterThan(1.5 * most);
    expect(command[command.indexOf('--maxmemory-policy') + 1]).toBe('noeviction');
  },
);

test('Valkey writes to a volume', () => {
  expect(ofCompose?.volumes).toEqual(['valkey:/data']);
  expect(resourcesOf('replicas').find(({ kind }) => kind === 'PersistentVolumeClaim')).toMatchObject({
    metadata: { name: 'sightline-valkey' },
  });
  expect(ofKubernetes?.volumeMounts).toEqual([{ name: 'data', mountPath: '/data' }]);
});

test.skipIf(isMissing(redisProgram))('what Valkey has is still there after a restart', async () => {
  const program = findSystemProgram(redisProgram) ?? '';
  expect(commands.Compose).toEqual(commands.Kubernetes);
  const [name, ...options] = commands.Compose;
  expect(name).toBe('valkey-server');
  const folder = mkdtempSync(join(tmpdir(), 'sightline-valkey-'));
  const port = await freePort();
  const start = async () => {
    const local = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
    const server = spawn(program, [...options, ...local], { stdio: 'ignore' });
    const client = createClient({ url: `redis://127.0.0.1:${port}` });
    client.on('error', () => undefined);
    await client.connect();
    return {
      client,
      async stop() {
        client.destroy();
        server.kill('SIGTERM');
        await once(server, 'exit');
      },
    };
  };
  const before = await start();
  await before.client.set('sightline:a', 'kept');
  await before.stop();
  const after = await start();
  expect(await after.client.get('sightline:a')).toBe('kept');
  await after.stop();
  rmSync(folder, { recursive: true });
});
