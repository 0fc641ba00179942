import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ClockProvider } from '@/components/ui/clock';
import { PreferencesProvider } from '@/components/ui/preferences';
import { defaultPreferences } from '@/lib/contract/preferences';
import { Spending } from './spending';
import { noon, usageOf } from './usage.fixtures';

const htmlOf = (content: ReactNode) =>
  renderToStaticMarkup(
    <ClockProvider serverNow={noon}>
      <PreferencesProvider initial={defaultPreferences}>{content}</PreferencesProvider>
    </ClockProvider>,
  );

test('the page says how often the list is read, and what that costs', () => {
  const html = htmlOf(<Spending data={usageOf()} />);
  expect(html).toContain('The list is read every 30 s while somebody looks. A reading takes 3 requests.');
});
