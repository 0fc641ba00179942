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

test('a saved record can be loaded', async () => {
  const { persistentState, clock } = setUp();
  persistentState.save('a', () => ['1', '2']);
  await clock.pass(0);
  expect(await persistentState.load('a', text)).toBe('12');
});

test('flushing writes a pending record at once', async () => {
  const { persistentState, clock, inner } = setUp();
  persistentState.save('a', () => ['1']);
  await persistentState.flush('a');
  expect(await inner.read('a')).toEqual(['1']);
  persistentState.save('a', () => ['2']);
  const written = persistentState.flush('a');
  await persistentState.flush('a');
  expect(await inner.read('a'), 'a write in progress is awaited').toEqual(['2']);
  await written;
  await clock.pass(60_000);
  expect(await inner.read('a')).toEqual(['2']);
});

test('flushing a record that cannot be written resolves, too', async () => {
  const { persistentState, faulty } = setUp();
  faulty.fail(new StoreError('full'));
  persistentState.save('a', () => ['1']);
  await persistentState.flush('a');
  await persistentState.flush('b');
  expect(persistentState.currentProblem()).toMatchObject({ problem: 'full' });
});

test('writes are coalesced per key: the last one wins, and its parts are created when it is written', async () => {
  const { persistentState, clock, inner } = setUp();
  let created = 0;
  for (const value of ['1', '2', '3']) {
    persistentState.save('a', () => {
      created += 1;
      return [value];
    });
  }
  await clock.pass(0);
  expect(await inner.read('a')).toEqual(['3']);
  expect(created).toBe(1);
});

test('a record that takes a second to write is written at most every twenty seconds', async () => {
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

test('a record with a minimum interval waits for it, unless it is flushed or the store is closed', async () => {
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

test('closing writes pending records', async () => {
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

test('row 37: a full disk is logged once, throws no error, and its end is logged', async () => {
  const { persistentState, clock, faulty, inner, lines } = setUp();
  await inner.write('a', ['kept before']);
  faulty.fail(new StoreError('full'));
  for (const value of ['1', '2']) {
    persistentState.save('a', () => [value]);
    await clock.pass(1000);
  }
  expect(persistentState.currentProblem()).toMatchObject({ problem: 'full', since: clock.now() - 2000 });
  expect(lines).toEqual(['warn {"problem":"full","doing":"write"}']);
  expect(await inner.read('a')).toEqual(['kept before']);
  faulty.fail(null);
  persistentState.save('a', () => ['3']);
  await clock.pass(1000);
  expect(persistentState.currentProblem()).toBeNull();
  expect(lines).toHaveLength(2);
  expect(await inner.read('a')).toEqual(['3']);
});

test('row 37: a problem on opening is reported as long as the process runs', async () => {
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
  expect(persistentState.currentProblem()).toEqual({ problem: 'read_only', since: clock.now() - 1000 });
  expect(await persistentState.load('a', text)).toBe('1');
  expect(lines).toEqual(['warn {}', 'warn {"problem":"read_only","doing":"open"}']);
});

test('a record that cannot be read or parsed counts as missing', async () => {
  const { persistentState, faulty, inner } = setUp();
  await inner.write('a', ['nonsense']);
  const refuse = () => {
    throw new Error('no');
  };
  expect(await persistentState.load('a', refuse)).toBeNull();
  faulty.fail(new StoreError('other'));
  expect(await persistentState.load('a', text)).toBeNull();
  expect(persistentState.currentProblem()?.problem).toBe('other');
});

test('trimming keeps the newest records with a prefix', async () => {
  const { persistentState, inner } = setUp();
  for (const key of ['d:1', 'd:2', 'd:3', 'x']) await inner.write(key, []);
  await persistentState.trim('d:', 2);
  expect(await inner.keys('')).toEqual(['x', 'd:3', 'd:2']);
});
