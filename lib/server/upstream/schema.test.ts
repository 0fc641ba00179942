import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wireDetail, wirePage, wireRow } from '@/lib/server/upstream/wire-monitors.fixtures';
import { TEXT_MAX } from './bounded-text';
import { readDetail, readPage } from './schema';

const uuid = '00000000-0000-4000-8000-000000000001';
const malformed = { ok: false, reason: 'does not have the documented shape' };

/** Reads a row as part of a page with another, valid row. */
function readRow(row: unknown) {
  const page = readPage(wirePage([wireRow(2), row]));
  if (!page.ok) throw new Error(page.reason);
  return { row: page.value.monitors[1], dropped: page.value.dropped };
}

describe('readPage', () => {
  it('keeps the 14 fields of a row exactly as sent, in their order', () => {
    const row = wireRow();
    expect(JSON.stringify(readRow(row).row)).toBe(JSON.stringify(row));
  });

  it.each(['port', 'last_check_at', 'last_status', 'last_response_time_ms'])('keeps null in %s', (field) => {
    const row = { ...wireRow(), [field]: null };
    expect(readRow(row)).toEqual({ row, dropped: 0 });
  });

  it('row 28: unknown type, status and region are kept unchanged', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.array(fc.string(), { maxLength: 9 }),
        (type, last_status, regions) => {
          const row = { ...wireRow(), type, last_status, regions };
          expect(readRow(row).row).toEqual(row);
        },
      ),
    );
  });

  it.each([
    ['monitor_uuid', undefined],
    ['monitor_uuid', 'not-a-uuid'],
    ['monitor_uuid', `${uuid}\n`],
    ['name', undefined],
    ['name', null],
    ['name', 7],
  ])('row 29: drops and counts a row whose %s is %j', (field, value) => {
    expect(readRow({ ...wireRow(), [field]: value })).toEqual({ row: undefined, dropped: 1 });
  });

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

  it.each([
    'type',
    'target',
    'interval',
    'regions',
    'maintenance_mode',
    'is_active',
    'created_at',
    'updated_at',
  ])('drops a row whose %s is null, rather than inventing a value', (field) => {
    expect(readRow({ ...wireRow(), [field]: null }).dropped).toBe(1);
  });

  it.each([
    ['last_status', 3],
    ['last_status', undefined],
    ['last_check_at', 1767323045678],
    ['last_check_at', 'yesterday'],
    ['last_check_at', '2026-02-30T00:00:00.000Z'],
    ['last_check_at', undefined],
  ])('drops a row whose %s is %j, because null would mean "never checked"', (field, value) => {
    expect(readRow({ ...wireRow(), [field]: value }).dropped).toBe(1);
  });

  it.each([
    ['port', '5432'],
    ['port', undefined],
    ['port', 1.5],
    ['last_response_time_ms', 'fast'],
    ['last_response_time_ms', undefined],
  ])('reads %s %j as null, which means unknown', (field, value) => {
    expect(readRow({ ...wireRow(), [field]: value })).toEqual({
      row: { ...wireRow(), [field]: null },
      dropped: 0,
    });
  });

  it('every accepted timestamp is kept as sent and can be parsed', () => {
    const timestampLike = fc.stringMatching(
      /^\d{4}-(0[0-9]|1[0-2])-([012]\d|3[01])T([01]\d|2[0-4]):[0-5]\d(:[0-5]\d|:60)(\.\d{1,9})?(Z|[+-][01]\d:[0-5]\d)$/,
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(timestampLike, fc.string()), (created_at) => {
        const { row } = readRow({ ...wireRow(), created_at });
        if (row === undefined) return;
        accepted += 1;
        expect(row.created_at).toBe(created_at);
        expect(Date.parse(row.created_at)).not.toBeNaN();
      }),
    );
    expect(accepted).toBeGreaterThan(10);
    expect(readRow({ ...wireRow(), created_at: '2026-01-01T00:00:00+01:00' }).dropped).toBe(0);
    expect(readRow({ ...wireRow(), created_at: `2026-01-01T00:00:00.${'0'.repeat(99)}Z` }).dropped).toBe(1);
  });

  it('row 30: extra fields are dropped, including those of the detail', () => {
    expect(readRow({ ...wireDetail(), secret: 'x' }).row).toEqual(wireRow());
    expect(readPage({ ...wirePage([]), extra: 1 })).toEqual({
      ok: true,
      value: { monitors: [], dropped: 0, pagination: wirePage([]).pagination },
    });
  });

  it('row 31: a name of 1 MB is bounded, lone surrogates are replaced, bidi controls are kept', () => {
    expect(readRow({ ...wireRow(), name: 'n'.repeat(1_000_000) }).row?.name).toHaveLength(TEXT_MAX);
    expect(readRow({ ...wireRow(), name: '\ud800\u202e<b>' }).row?.name).toBe('\ufffd\u202e<b>');
  });

  it('row 31: keys such as `__proto__` have no effect', () => {
    const poison = '"__proto__":{"polluted":1,"name":"x"},"constructor":{"prototype":{"polluted":1}}';
    const good = JSON.stringify(wireRow()).replace('{', `{${poison},`);
    const { row } = readRow(JSON.parse(good));
    expect(row).toEqual(wireRow());
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(readRow(JSON.parse(`{${poison}}`)).dropped).toBe(1);
    expect('polluted' in {}).toBe(false);
  });

  it('never throws and never accepts a row without UUID and name, whatever the JSON', () => {
    const row = fc.record(
      Object.fromEntries(
        // Mostly valid rows, often with an invalid UUID or name; otherwise hardly any would be accepted.
        Object.entries(wireRow()).map(([key, value]) => [
          key,
          fc.oneof(
            { weight: 30, arbitrary: fc.constant(value) },
            { weight: 1, arbitrary: fc.jsonValue() },
            { weight: key === 'monitor_uuid' || key === 'name' ? 10 : 0, arbitrary: fc.string() },
          ),
        ]),
      ),
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(fc.oneof(row, fc.jsonValue())).map(wirePage)), (json) => {
        const page = readPage(json);
        if (!page.ok) return;
        for (const monitor of page.value.monitors) {
          expect(monitor.monitor_uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
          expect(typeof monitor.name).toBe('string');
          accepted += 1;
        }
      }),
    );
    expect(accepted).toBeGreaterThan(20);
  });

  it.each([
    [null],
    [[]],
    ['<html>'],
    [{ data: {} }],
    [{ data: [] }],
    [{ data: [], pagination: { page: 1, per_page: 100, total: -1, total_pages: 1 } }],
    [{ data: [], pagination: { page: 1, per_page: 100, total: '5', total_pages: 1 } }],
    [wirePage(Array.from({ length: 1001 }, () => wireRow()))],
  ])('rejects a body that is not a page (%#)', (json) => {
    expect(readPage(json)).toEqual(malformed);
  });
});

describe('readDetail', () => {
  it('keeps the 19 fields exactly as sent, and drops all others', () => {
    expect(readDetail({ data: { ...wireDetail(), extra: 1 } }, uuid)).toEqual({
      ok: true,
      value: wireDetail(),
    });
  });

  it.each(['description', 'http_method', 'expected_status_codes', 'follow_redirects', 'timeout_ms'])(
    'reads an invalid or missing %s as null',
    (field) => {
      const read = (value: unknown) => readDetail({ data: { ...wireDetail(), [field]: value } }, uuid);
      const nulled = { ok: true, value: { ...wireDetail(), [field]: null } };
      expect([read({}), read(undefined), read(null)]).toEqual([nulled, nulled, nulled]);
    },
  );

  it('row 28: an unknown method is kept unchanged', () => {
    const monitor = { ...wireDetail(), http_method: 'PURGE' };
    expect(readDetail({ data: monitor }, uuid)).toEqual({ ok: true, value: monitor });
  });

  it.each([null, {}, { data: [] }, { data: { ...wireDetail(), name: null } }, wireDetail()])(
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
