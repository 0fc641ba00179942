import { afterEach, expect, test, vi } from 'vitest';
import type { ReadNowAnswer } from '../contract/read-now';
import { createBffAnswers } from './bff-answers';

afterEach(() => vi.unstubAllGlobals());

const answerOf = (data: Partial<ReadNowAnswer['data']>): ReadNowAnswer => ({
  data: { outcome: 'read', cost: 12, reason: null, ...data },
});
const reading = answerOf({ outcome: 'reading' });
const justRead = answerOf({
  outcome: 'refused',
  cost: 0,
  reason: { code: 'just_read', message: 'Just read.', retry_at: null },
});

/** Answers of the BFF, one after the other; the last one goes on. */
function answering(...answers: ReadNowAnswer[]) {
  const asked = vi.fn(async () => Response.json(answers.length > 1 ? answers.shift() : answers[0]));
  vi.stubGlobal('fetch', asked);
  const onReading = vi.fn();
  const bff = createBffAnswers({
    onFailure: () => {},
    onServerTime: () => {},
    requestedInterval: () => '30',
  });
  return { asked, onReading, readNow: () => bff.readNow(undefined, onReading) };
}

test('a reading that takes long is waited for', async () => {
  const { asked, onReading, readNow } = answering(reading, reading, answerOf({ cost: 13 }));
  expect(await readNow()).toEqual(answerOf({ cost: 13 }));
  expect(asked).toHaveBeenCalledTimes(3);
  expect(onReading.mock.calls).toEqual([[reading], [reading]]);
});

test('one that ends between two requests has been read', async () => {
  const { readNow } = answering(reading, justRead);
  expect(await readNow()).toEqual(answerOf({}));
});

test('what was read a moment ago is refused at once, and asked for once', async () => {
  const { asked, onReading, readNow } = answering(justRead);
  expect(await readNow()).toEqual(justRead);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(onReading).not.toHaveBeenCalled();
});

test('it is not waited for without end', async () => {
  const { asked, readNow } = answering(reading);
  expect(await readNow()).toEqual(reading);
  expect(asked).toHaveBeenCalledTimes(30);
});
