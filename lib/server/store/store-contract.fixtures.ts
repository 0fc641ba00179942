import { expect, test } from 'vitest';
import type { Store } from './store.ts';

/** The tests that every implementation of Store must pass. @param open returns an empty store */
export function storeContract(open: () => Store | Promise<Store>): void {
  test('a record that was never written is null', async () => {
    const store = await open();
    expect(await store.read('a')).toBeNull();
    await store.close();
  });

  test('a record is read as it was written, with its parts in order', async () => {
    const store = await open();
    const parts = Array.from({ length: 50 }, (_, index) => `part ${index} \u0000 \ud83d\ude00 "'\n`);
    await store.write('a', parts);
    expect(await store.read('a')).toEqual(parts);
    await store.write('none', []);
    expect(await store.read('none')).toEqual([]);
    await store.close();
  });

  test('writing again replaces the complete record', async () => {
    const store = await open();
    await store.write('a', ['1', '2', '3']);
    await store.write('a', ['4']);
    expect(await store.read('a')).toEqual(['4']);
    await store.close();
  });

  test('concurrent operations take effect in the order of the calls', async () => {
    const store = await open();
    const first = store.write('a', ['old']);
    const second = store.write(
      'a',
      Array.from({ length: 20 }, () => 'new'),
    );
    const third = store.read('a');
    await Promise.all([first, second]);
    expect(await third).toEqual(Array.from({ length: 20 }, () => 'new'));
    await store.close();
  });

  test('keys are listed by prefix, the last written first', async () => {
    const store = await open();
    for (const key of ['detail:1', 'detail:2', 'other', 'detail:3', 'detail:1'])
      await store.write(key, [key]);
    expect(await store.keys('detail:')).toEqual(['detail:1', 'detail:3', 'detail:2']);
    await store.close();
  });

  test('a prefix is matched literally: % is no wildcard', async () => {
    const store = await open();
    await store.write('a', ['1']);
    expect(await store.keys('%')).toEqual([]);
    await store.close();
  });

  test('a removed record is gone', async () => {
    const store = await open();
    await store.write('a', ['1']);
    await store.remove('a');
    await store.remove('never there');
    expect(await store.read('a')).toBeNull();
    expect(await store.keys('')).toEqual([]);
    await store.close();
  });

  test('a write that fails halfway leaves the record as it was', async () => {
    const store = await open();
    await store.write('a', ['whole']);
    function* broken() {
      for (let index = 0; index < 10; index += 1) yield String(index);
      throw new Error('broken off');
    }
    await expect(store.write('a', broken())).rejects.toThrow();
    expect(await store.read('a')).toEqual(['whole']);
    await store.close();
  });
}
