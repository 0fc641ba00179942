import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { detailOf, rowOf } from '@/lib/client/monitor-list.fixtures';
import { PeersPanel, peerMessage } from './peers-panel';

const peers = { type: 'https', region: 'fra1', count: 61, rank: 12, median_ms: 131, times: [] };
const monitor = { condition: 'up' as const, last_response_time_ms: 84, unknown_fields: [] };

test.each<[string, Partial<Parameters<typeof peerMessage>[0]>, Partial<Parameters<typeof peerMessage>[1]>]>([
  [
    '1,500\u00a0ms at the last check, number 12 of 1,204 from the fastest',
    { count: 1204 },
    { last_response_time_ms: 1500 },
  ],
  ['No current response time', { rank: null }, { last_response_time_ms: null }],
  ['Response time unknown', { rank: null }, { unknown_fields: ['last_response_time_ms'] }],
  ['Not ranked (down)', { rank: null }, { condition: 'down' }],
])('%s', (text, ranks, fields) => {
  expect(peerMessage({ ...peers, ...ranks }, { ...monitor, ...fields })).toBe(`${text}; median 131\u00a0ms.`);
});

test('the panel links to the list of the peers, from the end where the monitor is', () => {
  const panel = (rank: number | null, regions = ['fra1']) => {
    const { data } = detailOf(rowOf(1, { type: 'https', regions }));
    const html = renderToStaticMarkup(
      <PeersPanel monitor={data} peers={{ ...peers, rank, times: [84, 131] }} />,
    );
    const [, href = '', among] = /<a [^>]*href="([^"]*)"[^>]*>([^<]*)</.exec(html) ?? [];
    return { href: href.replaceAll('&amp;', '&'), among };
  };
  const list = '/monitors?type=https&region=fra1&condition=up&sort=last_response_time_ms&order=';
  expect(panel(12)).toEqual({ href: `${list}asc`, among: 'https in fra1' });
  expect(panel(null).href).toBe(`${list}asc`);
  expect(panel(57).href).toBe(`${list}desc`);
  expect(panel(12, ['fra1', 'waw1']).among).toBe('https in fra1 (first region)');
});
