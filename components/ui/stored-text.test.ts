import { afterEach, expect, test, vi } from 'vitest';
import { createStoredText } from './stored-text';

function refuse(): never {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
}

/** Replaces the storage of the browser. `faults` can make it fail. */
function setUp() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string): unknown => stored.set(key, text),
  };
  const faults = { access: (): unknown => undefined, write: (): unknown => undefined, isDeaf: false };
  vi.stubGlobal('window', {
    get localStorage() {
      faults.access();
      return {
        ...storage,
        setItem(key: string, text: string) {
          faults.write();
          if (!faults.isDeaf) storage.setItem(key, text);
        },
      };
    },
  });
  const dispatched = vi.fn();
  vi.stubGlobal('StorageEvent', Event);
  vi.stubGlobal('dispatchEvent', dispatched);
  return { stored, faults, dispatched };
}
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a text is stored, and whoever shows it learns of the change', () => {
  const { stored, dispatched } = setUp();
  const text = createStoredText('localStorage', 'works');
  expect(text.read()).toBeNull();
  expect(text.write('one')).toBe(true);
  expect([text.read(), text.isStored(), stored.get('works')]).toEqual(['one', true, 'one']);
  expect(dispatched).toHaveBeenCalledOnce();
});

test.each([
  ['is full', { write: refuse }],
  ['is blocked', { access: refuse }],
  ['silently ignores what is written', { isDeaf: true }],
])('where the storage %s, a text applies nevertheless, and is known not to be stored', (state, fault) => {
  const { stored, faults, dispatched } = setUp();
  Object.assign(faults, fault);
  const text = createStoredText('localStorage', state);
  expect(text.write('one')).toBe(false);
  expect([text.read(), text.isStored(), stored.size]).toEqual(['one', false, 0]);
  expect(dispatched).toHaveBeenCalledOnce();
  expect(createStoredText('localStorage', state).read(), 'also for other parts of the page').toBe('one');
  expect(text.write('one'), 'written again').toBe(false);
});

test('once the storage works again, the next text is stored', () => {
  const { stored, faults } = setUp();
  faults.write = refuse;
  const text = createStoredText('localStorage', 'recovers');
  text.write('one');
  faults.write = () => undefined;
  expect(text.write('two')).toBe(true);
  expect([text.read(), text.isStored(), stored.get('recovers')]).toEqual(['two', true, 'two']);
});
