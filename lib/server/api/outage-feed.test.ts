import { parseFeed } from '@rowanmanning/feed-parser';
import { expect, test } from 'vitest';
import { readWallQuery } from '../../contract/wall-query.ts';
import { createOutageFeed } from './outage-feed.ts';
import { down, startRecordedInventory, up } from './recorded-inventory.fixtures.ts';

const MINUTE = 60_000;

/** The feed of an inventory with a history, and a function that publishes a crawl. */
async function setUp() {
  const { crawl, ...parts } = await startRecordedInventory();
  const { getOutageFeed } = createOutageFeed({ ...parts, origin: 'https://sightline.example.com' });
  const read = async (search = '') => getOutageFeed(readWallQuery(new URLSearchParams(search)).query, search);
  return {
    clock: parts.clock,
    crawl,
    read,
    feed: async (search = '') => parseFeed((await read(search)).body),
  };
}

test('an outage is one entry, which is updated by its end and keeps its id', async () => {
  const { clock, crawl, feed, read } = await setUp();
  await crawl(up(1), up(2));
  clock.advance(8 * MINUTE);
  await crawl(down(1), up(2));
  const before = await feed();
  expect(before.items.map(({ title, url }) => [title, url])).toEqual([
    ['monitor 1 is down', `https://sightline.example.com/monitors/${up(1).monitor_uuid}`],
  ]);
  const [open] = before.items;
  expect(open?.content).toContain('Went down between 2026-11-20 12:00 and 12:08 UTC. Not over yet.');
  expect(open?.updated).toEqual(new Date('2026-11-20T12:08:00Z'));
  const { tag } = await read();
  clock.advance(MINUTE);
  await crawl(down(1), up(2));
  expect((await read()).tag, 'nothing has changed').toBe(tag);

  clock.advance(3 * MINUTE);
  await crawl(up(1), up(2));
  const after = await feed();
  const [ended] = after.items;
  expect([after.items.length, ended?.id]).toEqual([1, open?.id]);
  expect(ended?.id).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(ended?.title).toBe('monitor 1 was down for 1–12 min');
  expect(ended?.content).toContain('Ended between 2026-11-20 12:09 and 12:12 UTC, after 1–12 min.');
  expect(ended?.updated).toEqual(new Date('2026-11-20T12:12:00Z'));
  expect(ended?.published).toEqual(open?.published);
  expect(after.updated).toEqual(ended?.updated);
});

test('with a view the feed has the outages of its monitors, whatever their condition; without one, those of all monitors', async () => {
  const { clock, crawl, feed } = await setUp();
  await crawl(up(1), up(2, { type: 'https' }), up(3));
  clock.advance(MINUTE);
  await crawl(down(1), down(2, { type: 'https' }), down(3));
  clock.advance(MINUTE);
  await crawl(up(1), up(2, { type: 'https' }));
  const titles = async (search: string) =>
    (await feed(search)).items.map(({ title }) => title?.split(/ (was|is) /)[0]);
  expect(await titles('type=https&condition=down')).toEqual(['monitor 2']);
  expect(await titles('q=type:https is:down')).toEqual(['monitor 2']);
  expect(await titles('type=https&q=since<1s OR -is:up')).toEqual(['monitor 2']);
  expect((await titles('q=is:down')).toSorted()).toEqual(['monitor 1', 'monitor 2', 'monitor 3']);
  expect((await titles('')).toSorted()).toEqual(['monitor 1', 'monitor 2', 'monitor 3']);
});

test('the feed has at most the newest 100 outages', async () => {
  const { clock, crawl, feed } = await setUp();
  const monitors = Array.from({ length: 130 }, (_, n) => n + 1);
  await crawl(...monitors.map((n) => up(n)));
  clock.advance(MINUTE);
  await crawl(...monitors.map((n) => (n <= 50 ? down(n) : up(n))));
  clock.advance(MINUTE);
  await crawl(...monitors.map((n) => down(n)));
  const { items } = await feed();
  expect(items).toHaveLength(100);
  const newer = items.filter(({ published }) => published?.toISOString() === '2026-11-20T12:02:00.000Z');
  expect(newer).toHaveLength(80);
});

test('names and targets are escaped, and none breaks the XML', async () => {
  const { clock, crawl, feed, read } = await setUp();
  const name = '<img src=x onerror=alert(1)> & ]]> \u0001 "é"';
  await crawl(up(1, { name, target: 'https://a.example/?a=1&b=<2>' }));
  clock.advance(MINUTE);
  await crawl(down(1, { name, target: 'https://a.example/?a=1&b=<2>' }));
  const { body } = await read('type=tcp&q=');
  const shown = (await feed()).items[0];
  expect(shown?.title, 'as the HTML that it is').toBe(`${name.replace('\u0001', '\uFFFD')} is down`);
  expect(body).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; ]]&gt; \uFFFD');
  expect(body).toContain('<p>https://a.example/?a=1&amp;b=&lt;2&gt;</p>');
});

test('the feed has what RFC 4287 requires, also without an outage', async () => {
  const { clock, crawl, read } = await setUp();
  await crawl(up(1));
  const empty = (await read('type=tcp&region=fra1')).body;
  expect(empty).toMatch(
    /^<\?xml version="1\.0" encoding="utf-8"\?>\s*<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/,
  );
  expect(empty).toContain('<id>https://sightline.example.com/api/changes/feed?type=tcp&amp;region=fra1</id>');
  expect(empty).toContain(
    '<link rel="self" href="https://sightline.example.com/api/changes/feed?type=tcp&amp;region=fra1"/>',
  );
  expect(empty).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  clock.advance(MINUTE);
  await crawl(down(1));
  const { body } = await read();
  for (const [element, times] of Object.entries({
    id: 2,
    title: 2,
    updated: 2,
    author: 1,
    published: 1,
    content: 1,
  })) {
    expect(body.match(new RegExp(`<${element}[ >]`, 'g')), element).toHaveLength(times);
  }
});
