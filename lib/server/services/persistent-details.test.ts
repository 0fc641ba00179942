import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileDetail } from '../upstream/hostile-rows.fixtures.ts';
import { readDetail } from '../upstream/schema.ts';
import { detailFormat } from './persistent-details.ts';

test('a stored detail is restored unchanged: what was unknown is unknown again', () => {
  fc.assert(
    fc.property(hostileDetail, (data) => {
      const uuid = String(data.monitor_uuid);
      const detail = readDetail({ data }, uuid);
      if (!detail.ok) throw new Error(detail.reason);
      const reading = { value: detail.value, asOf: 1, upstreamNow: 2 };
      expect(detailFormat.parse(detailFormat.serialize(reading), uuid)).toEqual(reading);
    }),
  );
});
