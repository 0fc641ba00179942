import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createFaultyStore } from '@/lib/server/store/faulty-store.fixtures';
import { createMemoryStore } from './memory-store';
import { createPersistentState } from './persistent-state';
import { StoreError } from './store';

function setUp() {
  const clock = createFakeClock();
  const inner = createMemoryStore();
  const faulty = createFaultyStore(inner);
  const lines: string[] = [];
  const log = {
    warn: (about: object) => void lines.push(`warn ${JSON.stringify(about)}`),
    info: () => void lines.push('info'),
  };
  const persistentState = createPersistentState({
    store: faulty,
    clock,
    log,
    problem: null,
    setAside: false,
  });
  return { clock, inner, faulty, lines, log, persistentState };
}

const text = (parts: readonly string[]) => parts.join('');

test('what is saved can be loaded', async () => {
  const { persistentState, clock } = setUp();
  persistentState.save('a', () => ['1', '2']);
  await clock.pass(0);
  expect(await persistentState.load('a', text)).toBe('12');
});

test('what is flushed is written at once, whatever it would have waited for', async () => {
  const { persistentState, clock, inner } = setUp();
  persistentState.save('a', () => ['1']);
  await persistentState.flush('a');
  expect(await inner.read('a')).toEqual(['1']);
  persistentState.save('a', () => ['2']);
  const written = persistentState.flush('a');
  await persistentState.flush('a');
  expect(await inner.read('a'), 'a write under way is waited for').toEqual(['2']);
  await written;
  await clock.pass(60_000);
  expect(await inner.read('a')).toEqual(['2']);
});

test('flushing what cannot be written ends all the same', async () => {
  const { persistentState, faulty } = setUp();
  faulty.fail(new StoreError('full'));
  persistentState.save('a', () => ['1']);
  await persistentState.flush('a');
  await persistentState.flush('b');
  expect(persistentState.trouble()).toMatchObject({ problem: 'full' });
});

test('writes are coalesced per key: the last one wins, and is made when it is written', async () => {
  const { persistentState, clock, inner } = setUp();
  let made = 0;
  for (const value of ['1', '2', '3']) {
    persistentState.save('a', () => {
      made += 1;
      return [value];
    });
  }
  await clock.pass(0);
  expect(await inner.read('a')).toEqual(['3']);
  expect(made).toBe(1);
});

test('a record that takes a second to write is written every twenty seconds at most', async () => {
  const { persistentState, clock, inner, faulty } = setUp();
  faulty.delay(() => new Promise((resolve) => clock.after(1000, resolve)));
  persistentState.save('a', () => ['1']);
  await clock.pass(1000);
  persistentState.save('a', () => ['2']);
  await clock.pass(19_000);
  expect(await inner.read('a')).toEqual(['1']);
  await clock.pass(2000);
  expect(await inner.read('a')).toEqual(['2']);
});

test('what may be written only every so often waits for that, unless it is flushed or all is closed', async () => {
  const { persistentState, clock, inner } = setUp();
  const save = (text: string) => persistentState.save('a', () => [text], 60_000);
  save('1');
  await clock.pass(0);
  expect(await inner.read('a')).toEqual(['1']);
  save('2');
  await clock.pass(59_999);
  save('3');
  expect(await inner.read('a')).toEqual(['1']);
  await clock.pass(1);
  expect(await inner.read('a')).toEqual(['3']);
  save('4');
  await persistentState.flush('a');
  expect(await inner.read('a')).toEqual(['4']);
  save('5');
  await persistentState.close();
  expect(await inner.read('a')).toEqual(['5']);
});

test('closing keeps what still waits', async () => {
  const { persistentState, clock, inner, faulty } = setUp();
  faulty.delay(() => new Promise((resolve) => clock.after(1000, resolve)));
  persistentState.save('a', () => ['1']);
  await clock.pass(1000);
  persistentState.save('a', () => ['2']);
  const closed = persistentState.close();
  await clock.pass(1000);
  await closed;
  expect(await inner.read('a')).toEqual(['2']);
});

test('row 37: a full disk is said once, nothing is thrown, and it is said when it is over', async () => {
  const { persistentState, clock, faulty, inner, lines } = setUp();
  await inner.write('a', ['kept before']);
  faulty.fail(new StoreError('full'));
  for (const value of ['1', '2']) {
    persistentState.save('a', () => [value]);
    await clock.pass(1000);
  }
  expect(persistentState.trouble()).toMatchObject({ problem: 'full', since: clock.now() - 2000 });
  expect(lines).toEqual(['warn {"problem":"full","doing":"write"}']);
  expect(await inner.read('a')).toEqual(['kept before']);
  faulty.fail(null);
  persistentState.save('a', () => ['3']);
  await clock.pass(1000);
  expect(persistentState.trouble()).toBeNull();
  expect(lines).toHaveLength(2);
  expect(await inner.read('a')).toEqual(['3']);
});

test('row 37: where nothing can be kept from the start, that is said as long as it lives', async () => {
  const { lines, clock, log } = setUp();
  const persistentState = createPersistentState({
    store: createMemoryStore(),
    clock,
    log,
    problem: 'read_only',
    setAside: true,
  });
  persistentState.save('a', () => ['1']);
  await clock.pass(1000);
  expect(persistentState.trouble()).toEqual({ problem: 'read_only', since: clock.now() - 1000 });
  expect(await persistentState.load('a', text)).toBe('1');
  expect(lines).toEqual(['warn {}', 'warn {"problem":"read_only","doing":"open"}']);
});

test('what cannot be read or understood is as if it were not there', async () => {
  const { persistentState, faulty, inner } = setUp();
  await inner.write('a', ['nonsense']);
  const refuse = () => {
    throw new Error('no');
  };
  expect(await persistentState.load('a', refuse)).toBeNull();
  faulty.fail(new StoreError('other'));
  expect(await persistentState.load('a', text)).toBeNull();
  expect(persistentState.trouble()?.problem).toBe('other');
});

test('only so many records of a kind are kept, the newest', async () => {
  const { persistentState, inner } = setUp();
  for (const key of ['d:1', 'd:2', 'd:3', 'x']) await inner.write(key, []);
  await persistentState.trim('d:', 2);
  expect(await inner.keys('')).toEqual(['x', 'd:3', 'd:2']);
});
