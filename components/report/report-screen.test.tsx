import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Report } from '@/lib/contract/report';
import { reportOf } from './report.fixtures';
import { layoutOf } from './report-layout';
import { NoFigures } from './report-screen';

const htmlOf = (changed: Partial<Report['meta']>, hasRecorded = false) =>
  renderToStaticMarkup(
    <NoFigures
      meta={reportOf(changed).meta}
      search="type=tcp"
      layout={layoutOf(new URLSearchParams('title=Ours'))}
      hasRecorded={hasRecorded}
    />,
  );

test('the report says why there are no figures', () => {
  expect(htmlOf({ kept_days: 0, monitors: 0 })).toContain('History is off');
  expect(htmlOf({ monitors: 0 })).toContain('No monitors yet');
  expect(htmlOf({ monitors: 0, view: 'type=tcp' })).toContain('No matching monitors');
  expect(htmlOf({})).toContain('Nothing has been observed yet');
});

test('a month before the history leads to the first month with figures', () => {
  const observed_from = '2026-11-03T12:00:00.000Z';
  const html = htmlOf({ observed_from }, true);
  expect(html).toContain('Nothing was observed in October 2026');
  expect(html).toMatch(
    /<a [^>]*href="\/report\?type=tcp&amp;month=2026-11&amp;title=Ours"[^>]*>Show November 2026<\/a>/,
  );
  expect(htmlOf({ month: '2026-11', observed_from }, true)).not.toContain('<a ');
});
