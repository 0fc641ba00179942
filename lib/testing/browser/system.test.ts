import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { thisSystem } from './system.ts';

const node = process.execPath;
const noLimit = new AbortController().signal;

test('run tells success, failure and a program that is not there', async () => {
  expect(await thisSystem.run(node, ['-e', 'console.log("yes")'], noLimit)).toEqual({
    ok: true,
    output: 'yes\n',
  });
  expect(await thisSystem.run(node, ['-e', 'console.error("no"); process.exit(3)'], noLimit)).toEqual({
    ok: false,
    output: 'no\n',
  });
  expect((await thisSystem.run('/no/such/program', [], noLimit)).ok).toBe(false);
});

test('a command at its limit is killed together with what it started', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  // The helper holds a connection and the inherited pipe for ever, as a stuck downloader does.
  const helper = `require('node:net').connect(${address.port}, '127.0.0.1')`;
  const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(helper)}], { stdio: 'inherit' })`;

  const limit = new AbortController();
  const result = thisSystem.run(node, ['-e', script], limit.signal);
  const [socket] = await once(server, 'connection');
  const helperGone = once(socket.on('error', () => undefined).resume(), 'close');
  limit.abort();
  expect(await result).toMatchObject({ ok: false, output: expect.stringContaining('took too long') });
  await helperGone;
  server.close();
});

test('exists means an executable file', () => {
  expect(thisSystem.exists(node)).toBe(true);
  expect(thisSystem.exists(import.meta.filename)).toBe(false);
  expect(thisSystem.exists('/no/such/file')).toBe(false);
});
