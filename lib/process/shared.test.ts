import { expect, test } from 'vitest';
import { onShutdown, runShutdown } from './shared';

test('each stage runs separately, and its other steps run even if one fails', async () => {
  const done: string[] = [];
  onShutdown('storage', async () => {
    done.push('storage');
  });
  onShutdown('background', () => {
    throw new Error('a bug');
  });
  onShutdown('background', async () => {
    done.push('background');
  });
  await runShutdown('background');
  expect(done).toEqual(['background']);
  await runShutdown('storage');
  expect(done).toEqual(['background', 'storage']);
});

test('two copies of the module, as in two module graphs, share the steps', async () => {
  const done: string[] = [];
  // @ts-expect-error: the query loads the module a second time.
  const copy: typeof import('./shared') = await import('./shared?copy');
  expect(copy.onShutdown).not.toBe(onShutdown);
  copy.onShutdown('storage', () => {
    done.push('of the copy');
  });
  await runShutdown('storage');
  expect(done).toEqual(['of the copy']);
});
