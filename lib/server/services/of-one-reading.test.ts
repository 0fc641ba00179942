import { expect, test } from 'vitest';
import { ofOneReading } from './of-one-reading.ts';

test('a response of which a part is older than a reading that was recorded meanwhile is built again', async () => {
  let version = 1;
  let built = 0;
  const result = await ofOneReading({ version: () => String(version) }, async () => {
    const first = version;
    built += 1;
    if (built === 1) version = 2;
    return [first, version];
  });
  expect(result).toEqual({ version: '2', value: [2, 2] });
  expect(built).toBe(2);
});

test('where readings are recorded faster than a response is built, it is sent all the same', async () => {
  let version = 0;
  const { value } = await ofOneReading({ version: () => String(version) }, async () => {
    version += 1;
    return version;
  });
  expect(value).toBe(3);
});
