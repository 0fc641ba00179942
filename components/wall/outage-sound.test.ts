import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideSound, type SoundState } from './outage-sound';

const MINUTE = 60_000;

/** Listens at some times. @returns the times at which there was a sound */
function soundsOf(
  moments: readonly { at: number; down: readonly string[] }[],
  known: readonly string[] = [],
) {
  let heard: SoundState = { down: new Set(known), at: 0 };
  return moments.flatMap(({ at, down }) => {
    const result = decideSound(heard, new Set(down), at);
    heard = result.heard;
    return result.isDue ? [at] : [];
  });
}

test('each outage has one sound, and a recovery has none', () => {
  expect(
    soundsOf([
      { at: MINUTE, down: ['a'] },
      { at: 2 * MINUTE, down: ['a'] },
      { at: 9 * MINUTE, down: [] },
      { at: 19 * MINUTE, down: ['a', 'b'] },
    ]),
  ).toEqual([MINUTE, 19 * MINUTE]);
});

test('monitors that were down when the sound was switched on have no sound', () => {
  expect(soundsOf([{ at: MINUTE, down: ['a', 'b'] }], ['a', 'b'])).toEqual([]);
});

test('the sound of an outage within a minute of the last sound waits for the end of that minute, unless the outage ends', () => {
  const first = { at: MINUTE, down: ['a'] };
  const second = { at: 1.5 * MINUTE, down: ['a', 'b'] };
  expect(soundsOf([first, second, { at: 2 * MINUTE, down: ['a', 'b'] }])).toEqual([MINUTE, 2 * MINUTE]);
  expect(soundsOf([first, second, { at: 2 * MINUTE, down: ['a'] }])).toEqual([MINUTE]);
});

test('there is at most one sound a minute for arbitrary outages', () => {
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
