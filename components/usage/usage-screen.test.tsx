import { expect, test } from 'vitest';
import { htmlAt } from '@/components/ui/render.fixtures';
import { Spending } from './spending';
import { noon, usageOf } from './usage.fixtures';

test('the page says how often the list is read, and what that costs', () => {
  expect(htmlAt(noon, <Spending data={usageOf()} />)).toContain(
    'The list is read every 30 s while somebody looks. A reading takes 3 requests.',
  );
});
