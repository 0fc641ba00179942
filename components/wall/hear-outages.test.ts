import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Heard, hearOutages } from './hear-outages';

const MINUTE = 60_000;

/** Listens at some times. @returns the times at which there was a sound */
function soundsOf(
  moments: readonly { at: number; down: readonly string[] }[],
  known: readonly string[] = [],
) {
  let heard: Heard = { down: new Set(known), at: 0 };
  return moments.flatMap(({ at, down }) => {
    const result = hearOutages(heard, new Set(down), at);
    heard = result.heard;
    return result.isDue ? [at] : [];
  });
}

test('each outage is heard once, and a recovery is not', () => {
  expect(
    soundsOf([
      { at: MINUTE, down: ['a'] },
      { at: 2 * MINUTE, down: ['a'] },
      { at: 9 * MINUTE, down: [] },
      { at: 19 * MINUTE, down: ['a', 'b'] },
    ]),
  ).toEqual([MINUTE, 19 * MINUTE]);
});

test('what was down when the sound was switched on is not heard', () => {
  expect(soundsOf([{ at: MINUTE, down: ['a', 'b'] }], ['a', 'b'])).toEqual([]);
});

test('an outage within a minute of the last sound is heard when the minute is over, unless it has ended', () => {
  const first = { at: MINUTE, down: ['a'] };
  const second = { at: 1.5 * MINUTE, down: ['a', 'b'] };
  expect(soundsOf([first, second, { at: 2 * MINUTE, down: ['a', 'b'] }])).toEqual([MINUTE, 2 * MINUTE]);
  expect(soundsOf([first, second, { at: 2 * MINUTE, down: ['a'] }])).toEqual([MINUTE]);
});

test('whatever goes up and down, there is at most one sound a minute', () => {
  const moment = fc.record({
    wait: fc.integer({ min: 1, max: 40_000 }),
    down: fc.subarray(['a', 'b', 'c', 'd']),
  });
  fc.assert(
    fc.property(fc.array(moment), (moments) => {
      let at = MINUTE;
      const sounds = soundsOf(
        moments.map(({ wait, down }) => {
          at += wait;
          return { at, down };
        }),
      );
      for (const [index, sound] of sounds.entries())
        expect(sound - (sounds[index - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(MINUTE);
    }),
  );
});
