import { expect, test } from 'vitest';
import { onShutdown, runShutdown } from './shutdown';

test('each stage is run by itself, and a failure does not keep the rest of it from being done', async () => {
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

test('two copies of the module share one list, as two module graphs do', async () => {
  const done: string[] = [];
  // @ts-expect-error: a query makes it another module.
  const copy: typeof import('./shutdown') = await import('./shutdown?copy');
  expect(copy.onShutdown).not.toBe(onShutdown);
  copy.onShutdown('storage', () => {
    done.push('of the copy');
  });
  await runShutdown('storage');
  expect(done).toEqual(['of the copy']);
});
