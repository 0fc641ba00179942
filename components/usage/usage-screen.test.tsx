import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ClockProvider } from '@/components/ui/clock';
import { PreferencesProvider } from '@/components/ui/preferences';
import { defaultPreferences } from '@/lib/contract/preferences';
import { Spending } from './spending';
import { noon, usageOf } from './usage.fixtures';
import { ResetsNote } from './usage-screen';

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

test('the note is about the resets that are not configured, and missing when both are', () => {
  const { daily, monthly } = usageOf();
  const configured = {
    daily: { ...daily, resets_at_local: '2026-11-21 00:00 Europe/Berlin' },
    monthly: { ...monthly, resets_at_local: '2026-12-01 00:00 Europe/Berlin' },
  };
  const note = (given: Parameters<typeof usageOf>[0]) => htmlOf(<ResetsNote data={usageOf(given)} />);
  expect(note({})).toMatch(/ not when the day and the month do\. .* Day: .* Month: /);
  expect(note({ daily: configured.daily })).toMatch(/SIGHTLINE_QUOTA_RESET\. Month: /);
  expect(note(configured)).not.toContain('The API reports');
});
