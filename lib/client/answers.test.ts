import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnswers, type Source } from './answers';
import type { Tagged } from './bff';

type Read = Source<string>['read'];

const tab = { visibilityState: 'visible' };
const seen = { again: true, hidden: false };
const AGAIN_MS = 1000;
const failure = { code: 'upstream_error', error: 'It failed.', request_id: 'r1' } as const;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  tab.visibilityState = 'visible';
  vi.stubGlobal('document', tab);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answerOf = (body: string): Tagged<string> => ({ body, tag: null });

/** Answers that come when the test says so. */
function setUp(read?: Read) {
  let againMs = AGAIN_MS;
  const open: { key: string; how: Parameters<Read>[1]; settle: PromiseWithResolvers<Tagged<string>> }[] = [];
  const onFailure = vi.fn();
  const answers = createAnswers<string>({
    read:
      read ??
      ((key, how) => {
        const settle = Promise.withResolvers<Tagged<string>>();
        open.push({ key, how, settle });
        return settle.promise;
      }),
    againMs: () => againMs,
    onFailure,
  });
  const next = () => {
    const oldest = open.shift();
    if (!oldest) throw new Error('Nothing is on its way.');
    return oldest;
  };
  return {
    answers,
    open,
    onFailure,
    next,
    setAgainMs: (ms: number) => {
      againMs = ms;
    },
    /** Lets the oldest question be answered. */
    async answer(body: string) {
      next().settle.resolve(answerOf(body));
      await vi.advanceTimersByTimeAsync(0);
    },
    async fail(error: Error) {
      next().settle.reject(error);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('one question is asked once, however many want it', async () => {
  const { answers, open, answer } = setUp();
  const ended = Promise.all([answers.ask('a'), answers.ask('a'), answers.askIfOlder('a', 0)]);
  expect(open).toHaveLength(1);
  expect(answers.isAsking('a')).toBe(true);
  await answer('first');
  await ended;
  expect(answers.get('a')).toEqual({ answer: answerOf('first'), answeredAt: Date.now(), error: null });
  expect(answers.isAsking('a')).toBe(false);
  expect(answers.all()).toEqual(['first']);
});

test('what is new enough is not asked for', async () => {
  const { answers, open, answer } = setUp();
  answers.ask('a');
  await answer('first');
  await vi.advanceTimersByTimeAsync(499);
  await answers.askIfOlder('a', 500);
  expect(open).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  answers.askIfOlder('a', 500);
  expect(open).toHaveLength(1);
});

test('without an answer there is nothing new enough', () => {
  const { answers, open } = setUp();
  answers.askIfOlder('a', Number.POSITIVE_INFINITY);
  expect(open).toHaveLength(1);
});

test('what is watched is asked for again when it is due, and told what is held', async () => {
  const { answers, open, next, answer } = setUp();
  answers.ask('a');
  await answer('first');
  const end = answers.watch('a', seen);
  await vi.advanceTimersByTimeAsync(AGAIN_MS - 1);
  expect(open).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  const asked = next();
  expect(asked.how.known).toEqual(answerOf('first'));
  asked.settle.resolve(answerOf('second'));
  await vi.advanceTimersByTimeAsync(AGAIN_MS - 1);
  expect(open).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(open).toHaveLength(1);
  await answer('third');
  end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(open).toHaveLength(0);
});

test('when it is to be asked for sooner, that counts from now on', async () => {
  const { answers, open, answer, setAgainMs } = setUp();
  answers.ask('a');
  await answer('first');
  answers.watch('a', seen);
  await vi.advanceTimersByTimeAsync(400);
  setAgainMs(500);
  answers.wake(Number.POSITIVE_INFINITY);
  await vi.advanceTimersByTimeAsync(99);
  expect(open).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(open).toHaveLength(1);
});

test('who watches without wanting it again asks nothing', async () => {
  const { answers, open } = setUp();
  answers.watch('a', { again: false, hidden: false });
  await vi.advanceTimersByTimeAsync(10_000);
  answers.wake(0);
  expect(open).toHaveLength(0);
});

test('out of sight nothing is asked for; seen again, at once what is old, and later the rest', async () => {
  const { answers, open, answer } = setUp();
  answers.watch('a', seen);
  answers.ask('a');
  await answer('first');
  tab.visibilityState = 'hidden';
  await vi.advanceTimersByTimeAsync(5000);
  expect(open).toHaveLength(0);
  tab.visibilityState = 'visible';
  answers.wake(6000);
  expect(open, 'new enough, but due').toHaveLength(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(1);
  await answer('second');
  answers.wake(0);
  expect(open).toHaveLength(1);
});

test('a watcher that works out of sight goes on there', async () => {
  const { answers, open } = setUp();
  tab.visibilityState = 'hidden';
  answers.watch('a', { again: true, hidden: true });
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(open).toHaveLength(1);
});

test('a failure keeps what is held, says why, and is tried again when due', async () => {
  const { answers, open, answer, fail, onFailure } = setUp();
  answers.watch('a', seen);
  answers.ask('a');
  await answer('first');
  const { answeredAt } = answers.get('a');
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  const error = new Error('no network');
  await fail(error);
  expect(answers.get('a')).toEqual({ answer: answerOf('first'), answeredAt, error });
  expect(onFailure.mock.calls).toEqual([[error]]);
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(open).toHaveLength(1);
  await answer('second');
  expect(answers.get('a')).toMatchObject({ answer: answerOf('second'), error: null });
});

test('what nobody waits for any more is given up, and its answer is not taken', async () => {
  const { answers, next, onFailure } = setUp();
  const end = answers.watch('a', seen);
  answers.ask('a');
  const { how, settle } = next();
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(how.signal.aborted).toBe(true);
  expect(answers.isAsking('a')).toBe(false);
  settle.reject(new Error('aborted'));
  await vi.advanceTimersByTimeAsync(0);
  expect(answers.get('a').error).toBeNull();
  expect(onFailure).not.toHaveBeenCalled();
});

test('who goes on watching in the same moment keeps the question on its way', async () => {
  const { answers, next } = setUp();
  const end = answers.watch('a', seen);
  answers.ask('a');
  end();
  answers.watch('a', seen);
  await vi.advanceTimersByTimeAsync(0);
  expect(next().how.signal.aborted).toBe(false);
});

test('what a page brought is taken where nothing is held, silently', () => {
  const { answers } = setUp();
  const changed = vi.fn();
  answers.subscribe(changed);
  answers.seed({ key: 'a', answer: answerOf('page'), answeredAt: 5 });
  answers.seed({ key: 'a', answer: answerOf('other page'), answeredAt: 6 });
  expect(answers.get('a')).toEqual({ answer: answerOf('page'), answeredAt: 5, error: null });
  expect(changed).not.toHaveBeenCalled();
});

test('a failure that a page brought is not tried again at once, and gives way to any answer', async () => {
  const { answers, open, answer } = setUp();
  answers.seed({ key: 'a', failure });
  expect(answers.get('a')).toMatchObject({ answer: undefined, error: { message: 'It failed.' } });
  answers.watch('a', seen);
  answers.askIfOlder('a', 500);
  expect(open).toHaveLength(0);
  answers.learn({ key: 'a', answer: answerOf('page'), answeredAt: 5 });
  expect(answers.get('a')).toEqual({ answer: answerOf('page'), answeredAt: 5, error: null });
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  await answer('first');
  answers.learn({ key: 'a', failure });
  expect(answers.get('a')).toMatchObject({ answer: answerOf('first'), error: null });
});

test('what a page brought later is taken if it is newer, and everybody hears of it', () => {
  const { answers } = setUp();
  const changed = vi.fn();
  const end = answers.subscribe(changed);
  answers.learn({ key: 'a', answer: answerOf('page'), answeredAt: 5 });
  answers.learn({ key: 'a', answer: answerOf('older'), answeredAt: 4 });
  expect(answers.get('a').answer?.body).toBe('page');
  answers.learn({ key: 'a', answer: answerOf('newer'), answeredAt: 6 });
  expect(answers.get('a').answer?.body).toBe('newer');
  expect(changed).toHaveBeenCalledTimes(3);
  end();
  answers.learn({ key: 'a', answer: answerOf('newest'), answeredAt: 7 });
  expect(changed).toHaveBeenCalledTimes(3);
});

test('what nobody has shown for five minutes is forgotten, not what is watched', async () => {
  const { answers, answer } = setUp();
  for (const key of ['a', 'b']) {
    answers.ask(key);
    await answer(key);
  }
  answers.watch('b', { again: false, hidden: false });
  await vi.advanceTimersByTimeAsync(300_001);
  answers.ask('c');
  await answer('c');
  expect(answers.all()).toEqual(['b', 'c']);
});

const step = fc.oneof(
  fc.record({ do: fc.constant('watch' as const), key: fc.constantFrom('a', 'b') }),
  fc.record({ do: fc.constant('leave' as const), key: fc.constantFrom('a', 'b') }),
  fc.record({ do: fc.constant('ask' as const), key: fc.constantFrom('a', 'b') }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 3000 }) }),
);

test('never two of one question on their way, and whoever watches is never left with an old answer', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.integer({ min: 1, max: 400 }),
      async (steps, slow) => {
        const onWay = new Map<string, number>();
        const { answers } = setUp(async (key, { signal }) => {
          const now = (onWay.get(key) ?? 0) + 1;
          onWay.set(key, now);
          const given = new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, slow);
            signal.addEventListener('abort', () => {
              clearTimeout(timer);
              resolve();
            });
          });
          expect(now).toBe(1);
          await given.finally(() => onWay.set(key, 0));
          return answerOf(`${key} ${Date.now()}`);
        });
        const watching = new Map<string, () => void>();
        for (const one of steps) {
          if (one.do === 'wait') await vi.advanceTimersByTimeAsync(one.ms);
          else if (one.do === 'ask') answers.ask(one.key);
          else if (one.do === 'leave') {
            watching.get(one.key)?.();
            watching.delete(one.key);
            await vi.advanceTimersByTimeAsync(0);
          } else if (!watching.has(one.key)) watching.set(one.key, answers.watch(one.key, seen));
        }
        await vi.advanceTimersByTimeAsync(2 * (AGAIN_MS + slow));
        for (const key of watching.keys()) {
          expect(Date.now() - answers.get(key).answeredAt).toBeLessThanOrEqual(AGAIN_MS + slow);
        }
        for (const end of watching.values()) end();
        await vi.advanceTimersByTimeAsync(0);
      },
    ),
    { numRuns: 60 },
  );
});
