import { dehydrate, hydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { htmlAt } from '@/components/ui/render.fixtures';
import type { BodyWithEtag } from '@/lib/client/fetch-json';
import { type FailedQuery, toBrowserState } from '@/lib/client/hydration-state';
import { reviewKey } from '@/lib/client/queries';
import { createQueryClient } from '@/lib/client/query-client';
import type { Review, ReviewedRule } from '@/lib/contract/review';
import { knownSettingsMessage, notJudgedMessage, quietMessage, ReviewScreen } from './review-screen';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const meta: Review['meta'] = {
  monitors: 0,
  settings_known: 0,
  settings_outdated: 0,
  observed_from: null,
  rules_off: [],
  degraded: null,
  as_of: new Date(now).toISOString(),
  inventory: { state: 'complete', read: 0, total: 0, missing: null },
};

/** The page that the server sends. */
function htmlOf(review: Review | null, failed: FailedQuery | null = null): string {
  const server = new QueryClient();
  if (review !== null) server.setQueryData<BodyWithEtag<Review>>(reviewKey, { body: review, etag: null });
  const client = createQueryClient(() => {});
  hydrate(
    client,
    toBrowserState(dehydrate(server), failed, (time) => time),
  );
  const html = htmlAt(
    now,
    <QueryClientProvider client={client}>
      <ReviewScreen />
    </QueryClientProvider>,
  );
  client.clear();
  return html;
}

const textOf = (...given: Parameters<typeof htmlOf>) =>
  htmlOf(...given)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

test('while the first list is read, the page says what it covers', () => {
  const inventory = { state: 'reading', read: 900, total: 10_000, missing: null } as const;
  const text = textOf({ data: [], meta: { ...meta, monitors: 900, inventory } });
  expect(text).toContain('900 of 10,000 monitors loaded');
  expect(text).toContain('Settings known for 0 of 900 monitors.');
});

test('without monitors there is nothing to review', () => {
  const text = textOf({ data: [], meta });
  expect(text).toContain('No monitors yet');
  expect(text).not.toContain('monitors loaded');
});

test('a failure before anything was read is explained', () => {
  const error = 'The API returned status 500.';
  const failure = { code: 'upstream_error', error, request_id: 'r1', upstream_status: 500 } as const;
  expect(textOf(null, { queryKey: reviewKey, failure })).toContain('The API returned an error (500)');
});

const rule: ReviewedRule = {
  rule: 'private_address',
  topic: 'cannot_work',
  title: 'Private or loopback address',
  why: 'It failed.',
  count: 0,
  monitors: [],
  since: null,
  unknown: 0,
  needs: 'list',
  query: 'rule=private_address',
};

test('a rule that the last checks contradict is not on the page', () => {
  const known = { ...meta, monitors: 3 };
  expect(textOf({ data: [rule], meta: known })).not.toContain(rule.title);
  expect(textOf({ data: [{ ...rule, unknown: 1 }], meta: known })).toContain(rule.title);
});

test('the first monitors of a rule are links, with the number of the others', () => {
  const monitors = ['Shop', ' '].map((name, place) => ({ monitor_uuid: `${place}`, name }));
  const shown = { ...rule, count: 1202, monitors };
  const review = { data: [shown], meta: { ...meta, monitors: 1202 } };
  expect(textOf(review)).toMatch(/Shop\s+·\s+\(no name\)\s+· 1,200 more/);
  expect(htmlOf(review)).toContain(
    `href="/monitors/1?list=${encodeURIComponent(`${rule.query}&sort=created_at`)}"`,
  );
});

test('the message says why monitors are not known, and is null if there are none', () => {
  expect(notJudgedMessage({ unknown: 0, needs: 'settings' }, 1200)).toBeNull();
  expect(notJudgedMessage({ unknown: 1188, needs: 'settings' }, 1200)).toBe(
    'Present settings not known for 1,188 of 1,200',
  );
  expect(notJudgedMessage({ unknown: 12, needs: 'history' }, 1200)).toBe(
    'Not observed for long enough: 12 of 1,200',
  );
  expect(notJudgedMessage({ unknown: 2, needs: 'list' }, 1200)).toBe('Not known for 2 of 1,200');
});

test('the message about rules without monitors says "All well" only if the rules know enough', () => {
  const open = { ...rule, unknown: 3 };
  expect(quietMessage([rule])).toBe('All well: 1 rule names no monitor');
  expect(quietMessage([rule, open])).toBe('2 rules name no monitor, as far as known');
});

test('the message says whether settings are known for some or for all monitors', () => {
  const message = (settings_known: number, settings_outdated = 0) =>
    knownSettingsMessage({ ...meta, monitors: 5000, settings_known, settings_outdated });
  expect(message(4812)).toBe('Settings known for 4,812 of 5,000 monitors.');
  expect(message(5000)).toBe('Settings known for all 5,000 monitors.');
  expect(message(5000, 102)).toBe(
    'Settings known for all 5,000 monitors, of 102 only as they were before an edit.',
  );
});
