import { afterEach, expect, test, vi } from 'vitest';
import type { RequestContext } from '@/lib/client/fetch-json';
import { htmlAt } from './render.fixtures';
import { useRequestContext } from './use-request-context';

afterEach(() => vi.useRealTimers());

const DAY_MS = 86_400_000;

function Requests({ onContext }: { onContext: (context: RequestContext) => void }) {
  onContext(useRequestContext());
  return null;
}

test('the time of a response corrects the clock of the page, when the date of the computer was set forward', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const start = Date.now();
  const contexts: RequestContext[] = [];
  htmlAt(start, <Requests onContext={(context) => contexts.push(context)} />);
  const [context] = contexts;
  vi.setSystemTime(start + DAY_MS);
  expect(context?.serverNow()).toBeGreaterThanOrEqual(start + DAY_MS);
  context?.onServerTime(start);
  expect(context?.serverNow()).toBeLessThan(start + DAY_MS);
});
