import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileDetail, hostileRow } from '@/lib/server/upstream/hostile-rows.fixtures';
import { wireDetail, wirePage, wireRow } from '@/lib/server/upstream/wire-monitors.fixtures';

import { readDetail, readPage, TEXT_MAX } from './schema';

const uuid = '00000000-0000-4000-8000-000000000001';
const malformed = { ok: false, reason: 'does not have the documented shape' };
/** A sound row as it is read. */
const sound = { ...wireRow(), unknown_fields: [] };

/** Reads a row as part of a page with another, valid row. */
function readRow(row: unknown) {
  const page = readPage(wirePage([wireRow(2), row]));
  if (!page.ok) throw new Error(page.reason);
  return { row: page.value.monitors[1], dropped: page.value.dropped };
}

/** Reads a sound row with another value in one field. */
const readField = (field: string, value: unknown) => readRow({ ...wireRow(), [field]: value });

/** What is read where a field is unknown: null, except for these. */
const unknownValues: Record<string, unknown> = { name: '', target: '', type: 'unknown', regions: [] };
const expectUnknown = (field: string, value: unknown) =>
  expect(readField(field, value), `${field} ${JSON.stringify(value)}`).toEqual({
    row: { ...sound, [field]: unknownValues[field] ?? null, unknown_fields: [field] },
    dropped: 0,
  });

describe('readPage', () => {
  it('keeps the 14 fields of a row exactly as sent, in their order', () => {
    const row = wireRow();
    expect(JSON.stringify(readRow(row).row)).toBe(JSON.stringify({ ...row, unknown_fields: [] }));
  });

  it.each(['port', 'last_check_at', 'last_status', 'last_response_time_ms'])('keeps null in %s', (field) => {
    expect(readField(field, null)).toEqual({ row: { ...sound, [field]: null }, dropped: 0 });
  });

  it('row 28: unknown type, status and region are kept unchanged', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.array(fc.string(), { maxLength: 9 }),
        (type, last_status, regions) => {
          const row = { ...wireRow(), type, last_status, regions };
          expect(readRow(row).row).toEqual({ ...row, unknown_fields: [] });
        },
      ),
    );
  });

  it.each([undefined, null, 7, '', 'not-a-uuid', `${uuid}\n`])(
    'row 29: drops and counts a row whose UUID is %j',
    (value) => {
      expect(readField('monitor_uuid', value)).toEqual({ row: undefined, dropped: 1 });
    },
  );

  it('row 29, row 72: valid rows are read and malformed ones counted, whatever their numbers', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (good, bad) => {
        const rows = [
          ...Array.from({ length: bad }, () => ({})),
          ...Array.from({ length: good }, () => wireRow()),
        ];
        const page = readPage(wirePage(rows));
        expect(page).toMatchObject({ ok: true, value: { dropped: bad } });
        expect(page.ok && page.value.monitors).toHaveLength(good);
      }),
    );
  });

  it('row 29: a row that has only a UUID is read, with all other fields unknown', () => {
    const fields = Object.keys(wireRow()).slice(1);
    const { row, dropped } = readRow({ monitor_uuid: uuid });
    expect(dropped).toBe(0);
    expect(row).toEqual({
      monitor_uuid: uuid,
      ...Object.fromEntries(fields.map((field) => [field, unknownValues[field] ?? null])),
      unknown_fields: fields,
    });
  });

  it.each(Object.keys(wireRow()).slice(1))('a missing %s, and one of another type, is unknown', (field) => {
    expectUnknown(field, undefined);
    expectUnknown(field, { $ne: 1 });
    if (!['port', 'last_check_at', 'last_status', 'last_response_time_ms'].includes(field))
      expectUnknown(field, null);
  });

  it.each<[string, number[], unknown[]]>([
    ['last_response_time_ms', [0, 1, 86_400_000], [-1, -0.5, 86_400_001]],
    ['interval', [1, 60, 2_678_400], [0, -60, 0.5, 60.5, 2_678_401]],
    ['port', [1, 443, 65_535], [0, -1, 443.5, 65_536]],
  ])('row 89: %s is read within its limits, and unknown otherwise', (field, good, odd) => {
    for (const value of good) expect(readField(field, value).row).toEqual({ ...sound, [field]: value });
    for (const value of [...odd, 1e15, 1e308, JSON.parse('1e999'), Number.NaN, '42', true, [42]]) {
      expectUnknown(field, value);
    }
  });

  it('row 89: a fraction of a millisecond is rounded', () => {
    expect(readField('last_response_time_ms', 12.5).row).toEqual({ ...sound, last_response_time_ms: 13 });
    expect(readField('last_response_time_ms', 1e-9).row).toEqual({ ...sound, last_response_time_ms: 0 });
  });

  it('one region that is not a text makes all regions unknown, and so does a list that is too long', () => {
    expectUnknown('regions', ['eu-west', 7]);
    expectUnknown('regions', 'eu-west');
    expectUnknown(
      'regions',
      Array.from({ length: 101 }, () => 'eu-west'),
    );
  });

  it.each([
    ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05.678901234+05:30', '2026-01-02T03:04:05.678901234+05:30'],
    ['2026-01-02T03:04:05', '2026-01-02T03:04:05Z'],
    ['2026-01-02 03:04:05.678', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05+0530', '2026-01-02T03:04:05+05:30'],
    ['2026-01-02T03:04:05-08', '2026-01-02T03:04:05-08:00'],
    ['2026-01-02t03:04:05z', '2026-01-02T03:04:05Z'],
  ])('the timestamp %s is read as %s', (text, expected) => {
    expect(readField('last_check_at', text).row).toEqual({ ...sound, last_check_at: expected });
  });

  it.each([
    '',
    'yesterday',
    '2026-13-45T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:00+25:00',
    '2026-01-01',
    '0001-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '2201-01-01T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    `2026-01-01T00:00:00.${'0'.repeat(99)}Z`,
    1767323045678,
  ])('the timestamp %j is unknown', (value) => {
    for (const field of ['last_check_at', 'created_at', 'updated_at']) expectUnknown(field, value);
  });

  it('every timestamp that is read can be parsed and is in the years 1970 to 2200; a sound one is kept as sent', () => {
    const timestampLike = fc.stringMatching(
      /^(19[6-9]|2[0-2]\d)\d-(0[0-9]|1[0-2])-([012]\d|3[01])[T ]([01]\d|2[0-4]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?(Z|[+-][01]\d(:?[0-5]\d)?)?$/,
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(timestampLike, fc.string()), (sent) => {
        const created = readField('created_at', sent).row?.created_at ?? null;
        if (created === null) return;
        accepted += 1;
        expect(new Date(created).getUTCFullYear()).toBeGreaterThanOrEqual(1970);
        expect(new Date(created).getUTCFullYear()).toBeLessThanOrEqual(2200);
        expect(readField('created_at', created).row?.created_at).toBe(created);
        if (/T.*(Z|[+-]\d\d:\d\d)$/.test(sent)) expect(created).toBe(sent);
      }),
    );
    expect(accepted).toBeGreaterThan(5);
  });

  it('row 30: extra fields are dropped, including those of the detail', () => {
    expect(readRow({ ...wireDetail(), secret: 'x' }).row).toEqual(sound);
    const page = readPage({ ...wirePage([]), extra: 1 });
    expect(page.ok && Object.keys(page.value)).toEqual(['monitors', 'dropped', 'pagination']);
  });

  it('row 31: a name of 1 MB is bounded, lone surrogates are replaced, bidi controls are kept', () => {
    expect(readRow({ ...wireRow(), name: 'n'.repeat(1_000_000) }).row?.name).toHaveLength(TEXT_MAX);
    expect(readRow({ ...wireRow(), name: '\ud800\u202e<b>' }).row?.name).toBe('\ufffd\u202e<b>');
  });

  it('row 31: keys such as `__proto__` have no effect', () => {
    const poison = '"__proto__":{"polluted":1,"name":"x"},"constructor":{"prototype":{"polluted":1}}';
    const good = JSON.stringify(wireRow()).replace('{', `{${poison},`);
    const { row } = readRow(JSON.parse(good));
    expect(row).toEqual(sound);
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(readRow(JSON.parse(`{${poison}}`)).dropped).toBe(1);
    expect('polluted' in {}).toBe(false);
  });

  it('row 5: whatever the JSON, reading never throws, drops every row without a UUID, and keeps all others', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof(hostileRow, fc.jsonValue())), (rows) => {
        const page = readPage(wirePage(rows));
        if (!page.ok) throw new Error(page.reason);
        for (const monitor of page.value.monitors) {
          expect(monitor.monitor_uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
          accepted += 1;
        }
        expect(page.value.monitors.length + page.value.dropped).toBe(rows.length);
      }),
    );
    expect(accepted).toBeGreaterThan(20);
    fc.assert(fc.property(fc.jsonValue(), (json) => void readPage(json)));
  });

  it.each([
    [null],
    [[]],
    ['<html>'],
    [{ data: {} }],
    [wirePage(Array.from({ length: 1001 }, () => wireRow()))],
  ])('rejects a body that is not a page (%#)', (json) => {
    expect(readPage(json)).toEqual(malformed);
  });

  it.each([-1, 1.5, 1e15, '5', null, undefined])('rejects a page whose total is %j', (total) => {
    const pagination = { page: 1, per_page: 100, total, total_pages: 1 };
    expect(readPage({ data: [wireRow()], pagination })).toEqual(malformed);
  });
});

describe('readDetail', () => {
  const read = (changes: object) => readDetail({ data: { ...wireDetail(), ...changes } }, uuid);
  const detail = (changes: object, unknown_fields: string[] = []) => ({
    ok: true,
    value: { ...wireDetail(), ...changes, unknown_fields },
  });
  const fields = ['description', 'http_method', 'expected_status_codes', 'follow_redirects', 'timeout_ms'];

  it('keeps the 19 fields exactly as sent, and drops all others', () => {
    expect(read({ extra: 1 })).toEqual(detail({}));
  });

  it.each(fields)('keeps null in %s; a missing or odd one is unknown', (field) => {
    expect(read({ [field]: null })).toEqual(detail({ [field]: null }));
    expect(read({ [field]: {} })).toEqual(detail({ [field]: null }, [field]));
    expect(read({ [field]: undefined })).toEqual(detail({ [field]: null }, [field]));
  });

  it('row 89: numbers are read within their limits, and unknown otherwise', () => {
    for (const timeout_ms of [1, 86_400_000]) expect(read({ timeout_ms })).toEqual(detail({ timeout_ms }));
    for (const timeout_ms of [0, -1, 0.5, 86_400_001, 1e15, '30']) {
      expect(read({ timeout_ms })).toEqual(detail({ timeout_ms: null }, ['timeout_ms']));
    }
    for (const expected_status_codes of [[], [0], [999]]) {
      expect(read({ expected_status_codes })).toEqual(detail({ expected_status_codes }));
    }
    for (const odd of [-1, 1000, 200.5, 1e15, '200']) {
      const expected_status_codes = [200, odd];
      expect(read({ expected_status_codes })).toEqual(
        detail({ expected_status_codes: null }, ['expected_status_codes']),
      );
    }
  });

  it('row 28: an unknown method is kept unchanged', () => {
    expect(read({ http_method: 'PURGE' })).toEqual(detail({ http_method: 'PURGE' }));
  });

  it('row 29: an odd field of the list is unknown in the detail, too', () => {
    expect(read({ name: null, interval: -1 })).toEqual(
      detail({ name: '', interval: null }, ['name', 'interval']),
    );
    fc.assert(
      fc.property(hostileDetail, (data) => {
        expect(readDetail({ data }, uuid).ok).toBe(true);
      }),
    );
  });

  it.each([null, {}, { data: [] }, { data: { ...wireDetail(), monitor_uuid: null } }, wireDetail()])(
    'rejects a malformed detail (%#)',
    (json) => {
      expect(readDetail(json, uuid)).toEqual(malformed);
    },
  );

  it('rejects a monitor other than the requested one, but accepts another letter case', () => {
    const other = 'AAAAAAAA-0000-4000-8000-000000000001';
    const json = { data: { ...wireDetail(), monitor_uuid: other } };
    expect(readDetail(json, uuid)).toEqual({ ok: false, reason: 'is about another monitor' });
    expect(readDetail(json, other.toLowerCase()).ok).toBe(true);
  });
});
