import { expect, test, vi } from 'vitest';
import { createSource } from './lazy-parts';

test('a module is loaded once, however many ask, and all are told', async () => {
  const read = vi.fn(async () => 'parts');
  const changed = vi.fn();
  const source = createSource(read);
  source.subscribe(changed);
  expect(source.parts()).toBeNull();
  expect(await Promise.all([source.load(), source.load()])).toEqual([true, true]);
  expect(await source.load()).toBe(true);
  expect(read).toHaveBeenCalledOnce();
  expect(changed).toHaveBeenCalledOnce();
  expect(source.parts()).toBe('parts');
});

test('row 82: a module that cannot be loaded says so, and is tried again by whoever asks next', async () => {
  const read = vi.fn(async () => 'parts').mockRejectedValueOnce(new Error('offline'));
  const source = createSource(read);
  expect(await source.load()).toBe(false);
  expect(source.parts()).toBeNull();
  expect(await source.load()).toBe(true);
  expect(source.parts()).toBe('parts');
});
