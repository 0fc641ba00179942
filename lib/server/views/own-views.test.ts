import { expect, test } from 'vitest';
import { MAX_VIEWS } from '../../contract/view-limits.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import { onBothEngines } from '../storage/engines.fixtures.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { createOwnViews } from './own-views.ts';

const columns = { hiddenColumns: ['type'], columnOrder: ['name'] };
const view = (name: string, position: number, search = '') => ({ name, position, search, columns: null });

onBothEngines((open) => {
  async function setUp() {
    const database = await open();
    const views = createOwnViews(storageOf(database, createFakeClock()));
    const names = async (person: string) => (await views.read(person)).map(({ name }) => name);
    return { ...views, names, end: () => database.db.destroy() };
  }

  test('views are kept for each person, in their order', async () => {
    const { read, change, end } = await setUp();
    expect(await read('ada')).toEqual([]);
    const put = [{ ...view('B', 0, 'type=tcp'), columns }, view('A', 1)];
    const expected = [
      { name: 'B', search: 'type=tcp', columns },
      { name: 'A', search: '', columns: null },
    ];
    expect(await change('ada', { remove: [], put })).toEqual(expected);
    expect(await read('ada')).toEqual(expected);
    expect(await read('bob')).toEqual([]);
    await end();
  });

  test('a view is replaced and removed by its name, without regard to case, also when it is sent twice', async () => {
    const { change, names, end } = await setUp();
    await change('ada', { remove: [], put: [view('One', 0), view('Two', 1)] });
    await change('bob', { remove: [], put: [view('One', 0)] });
    for (const _ of [1, 2]) {
      const left = await change('ada', { remove: ['TWO'], put: [view('ONE', 0, 'q=x')] });
      expect(left).toEqual([{ name: 'ONE', search: 'q=x', columns: null }]);
    }
    expect(await names('bob')).toEqual(['One']);
    await end();
  });

  test('the changes of two browsers at the same time are both applied', async () => {
    const { change, names, end } = await setUp();
    await Promise.all([
      change('ada', { remove: [], put: [view('One', 0)] }),
      change('ada', { remove: [], put: [view('Two', 1)] }),
    ]);
    expect(await names('ada')).toEqual(['One', 'Two']);
    await end();
  });

  test('the number of views is limited', async () => {
    const { change, names, end } = await setUp();
    const many = Array.from({ length: MAX_VIEWS }, (_, n) => view(`v${n}`, n));
    await change('ada', { remove: [], put: many });
    await change('ada', { remove: [], put: [view('one more', MAX_VIEWS)] });
    expect(await names('ada')).toEqual(many.map(({ name }) => name));
    await end();
  });
});
