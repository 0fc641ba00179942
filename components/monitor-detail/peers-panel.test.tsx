import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { detailOf, rowOf } from '@/lib/client/monitor-list.fixtures';
import { PeersPanel, peerMessage } from './peers-panel';

const peers = { type: 'https', region: 'fra1', count: 61, rank: 12, median_ms: 131, times: [] };
const monitor = { condition: 'up' as const, last_response_time_ms: 84, unknown_fields: [] };

test('the message has rank, number of peers and median', () => {
  expect(peerMessage({ ...peers, count: 1204 }, { ...monitor, last_response_time_ms: 1500 })).toBe(
    '1,500\u00a0ms at the last check, number 12 of 1,204 from the fastest; median 131\u00a0ms.',
  );
});

test('the message says why a monitor has no rank', () => {
  expect(peerMessage({ ...peers, rank: null }, { ...monitor, last_response_time_ms: null })).toBe(
    'No current response time; median 131\u00a0ms.',
  );
  const unknown = { last_response_time_ms: null, unknown_fields: ['last_response_time_ms'] };
  expect(peerMessage({ ...peers, rank: null }, { ...monitor, ...unknown })).toBe(
    'Response time unknown; median 131\u00a0ms.',
  );
  expect(peerMessage({ ...peers, rank: null }, { ...monitor, condition: 'down' })).toBe(
    'Not ranked (down); median 131\u00a0ms.',
  );
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
