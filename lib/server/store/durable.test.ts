import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createFaultyStore } from '@/lib/server/store/faulty-store.fixtures';
import { createDurable } from './durable';
import { createMemoryStore } from './memory-store';
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
  const durable = createDurable({ store: faulty, clock, log, problem: null, setAside: false });
  return { clock, inner, faulty, lines, log, durable };
}

const text = (parts: readonly string[]) => parts.join('');

test('what is saved can be loaded', async () => {
  const { durable, clock } = setUp();
  durable.save('a', () => ['1', '2']);
  await clock.pass(0);
  expect(await durable.load('a', text)).toBe('12');
});

test('what is flushed is written at once, whatever it would have waited for', async () => {
  const { durable, clock, inner } = setUp();
  durable.save('a', () => ['1']);
  await durable.flush('a');
  expect(await inner.read('a')).toEqual(['1']);
  durable.save('a', () => ['2']);
  const written = durable.flush('a');
  await durable.flush('a');
  expect(await inner.read('a'), 'a write under way is waited for').toEqual(['2']);
  await written;
  await clock.pass(60_000);
  expect(await inner.read('a')).toEqual(['2']);
});

test('flushing what cannot be written ends all the same', async () => {
  const { durable, faulty } = setUp();
  faulty.fail(new StoreError('full'));
  durable.save('a', () => ['1']);
  await durable.flush('a');
  await durable.flush('b');
  expect(durable.trouble()).toMatchObject({ problem: 'full' });
});

test('of several wishes that wait, the last counts, and is made when its turn comes', async () => {
  const { durable, clock, inner } = setUp();
  let made = 0;
  for (const wish of ['1', '2', '3']) {
    durable.save('a', () => {
      made += 1;
      return [wish];
    });
  }
  await clock.pass(0);
  expect(await inner.read('a')).toEqual(['3']);
  expect(made).toBe(1);
});

test('a record that takes a second to write is written every twenty seconds at most', async () => {
  const { durable, clock, inner, faulty } = setUp();
  faulty.delay(() => new Promise((resolve) => clock.after(1000, resolve)));
  durable.save('a', () => ['1']);
  await clock.pass(1000);
  durable.save('a', () => ['2']);
  await clock.pass(19_000);
  expect(await inner.read('a')).toEqual(['1']);
  await clock.pass(2000);
  expect(await inner.read('a')).toEqual(['2']);
});

test('what may be written only every so often waits for that, unless it is flushed or all is closed', async () => {
  const { durable, clock, inner } = setUp();
  const save = (text: string) => durable.save('a', () => [text], 60_000);
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
  await durable.flush('a');
  expect(await inner.read('a')).toEqual(['4']);
  save('5');
  await durable.close();
  expect(await inner.read('a')).toEqual(['5']);
});

test('closing keeps what still waits', async () => {
  const { durable, clock, inner, faulty } = setUp();
  faulty.delay(() => new Promise((resolve) => clock.after(1000, resolve)));
  durable.save('a', () => ['1']);
  await clock.pass(1000);
  durable.save('a', () => ['2']);
  const closed = durable.close();
  await clock.pass(1000);
  await closed;
  expect(await inner.read('a')).toEqual(['2']);
});

test('row 37: a full disk is said once, nothing is thrown, and it is said when it is over', async () => {
  const { durable, clock, faulty, inner, lines } = setUp();
  await inner.write('a', ['kept before']);
  faulty.fail(new StoreError('full'));
  for (const wish of ['1', '2']) {
    durable.save('a', () => [wish]);
    await clock.pass(1000);
  }
  expect(durable.trouble()).toMatchObject({ problem: 'full', since: clock.now() - 2000 });
  expect(lines).toEqual(['warn {"problem":"full","doing":"write"}']);
  expect(await inner.read('a')).toEqual(['kept before']);
  faulty.fail(null);
  durable.save('a', () => ['3']);
  await clock.pass(1000);
  expect(durable.trouble()).toBeNull();
  expect(lines).toHaveLength(2);
  expect(await inner.read('a')).toEqual(['3']);
});

test('row 37: where nothing can be kept from the start, that is said as long as it lives', async () => {
  const { lines, clock, log } = setUp();
  const durable = createDurable({
    store: createMemoryStore(),
    clock,
    log,
    problem: 'read_only',
    setAside: true,
  });
  durable.save('a', () => ['1']);
  await clock.pass(1000);
  expect(durable.trouble()).toEqual({ problem: 'read_only', since: clock.now() - 1000 });
  expect(await durable.load('a', text)).toBe('1');
  expect(lines).toEqual(['warn {}', 'warn {"problem":"read_only","doing":"open"}']);
});

test('what cannot be read or understood is as if it were not there', async () => {
  const { durable, faulty, inner } = setUp();
  await inner.write('a', ['nonsense']);
  const refuse = () => {
    throw new Error('no');
  };
  expect(await durable.load('a', refuse)).toBeNull();
  faulty.fail(new StoreError('other'));
  expect(await durable.load('a', text)).toBeNull();
  expect(durable.trouble()?.problem).toBe('other');
});

test('only so many records of a kind are kept, the newest', async () => {
  const { durable, inner } = setUp();
  for (const key of ['d:1', 'd:2', 'd:3', 'x']) await inner.write(key, []);
  await durable.trim('d:', 2);
  expect(await inner.keys('')).toEqual(['x', 'd:3', 'd:2']);
});
