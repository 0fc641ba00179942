import { expect, test } from 'vitest';
import { recordOf } from '@/lib/contract/documented';
import { readFacets } from '@/lib/contract/responses';
import { facets as names } from './facets';
import { nearestValue, searchMistake } from './search-mistake';

const facets = readFacets({
  ...recordOf(names, {}),
  region: { fra1: 4, iad1: 1 },
  type: { https: 3, tcp: 1, udp: 1 },
});

test.each([
  ['type:tpc region:iad1', 'No monitor has the type “tpc”', 'type:tcp region:iad1'],
  ['db type:sctp', 'No monitor has the type “sctp”', 'db type:tcp'],
  ['region:xyz1', 'No monitor has the region “xyz1”', 'region:fra1'],
  ['db Region:iad OR up', 'No monitor has the region “iad”', 'db region:iad1 OR up'],
  ['region:FRA1', 'No monitor has the region “FRA1”', 'region:fra1'],
  ['region:mouth db', 'No monitor has the region “mouth”', 'db'],
  ['region:mouth', 'No monitor has the region “mouth”', null],
  ['db -is:dwn', 'There is no condition “dwn”', 'db -is:down'],
  ['is:borken', 'There is no condition “borken”', 'is:down'],
  ['is:paussed', 'There is no condition “paussed”', 'is:inactive'],
  ['is:zzzzzz', 'There is no condition “zzzzzz”', 'is:down'],
  ['is:', 'is needs a value, such as is:down', 'is:down'],
  ['status:down', 'There is no field “status”', 'is:down'],
  ['state:ok db', 'There is no field “state”', 'is:up db'],
  ['Condition:"never"', 'There is no field “Condition”', 'is:pending'],
  ['host:orders', 'There is no field “host”', 'target:orders'],
  ['latency>500', 'There is no field “latency”', 'response>500ms'],
  ['regoin:fra1', 'There is no field “regoin”', 'region:fra1'],
  ['-Chcked>10m up', 'There is no field “Chcked”', '-checked>10m up'],
  ['uptime<99 db', 'There is no field “uptime”', 'db'],
  ['id:0190a5c6', 'There is no field “id”', null],
  ['response>500', 'response> needs a duration with its unit (ms, s, m, h or d)', 'response>500ms'],
  ['response:500', 'response: needs a duration with its unit (ms, s, m, h or d)', 'response>500ms'],
  ['since:1h', 'since needs < or >, such as since<1h', 'since<1h'],
  ['port>80', 'port needs a colon, such as port:443', 'port:80'],
  ['code:9x', 'code: needs a status code, a class such as 5xx, none, default or unknown', 'code:5xx'],
  ['a "order db', 'A quote is not closed', 'a "order db"'],
  ['a "" b', 'There is nothing between the quotes', 'a b'],
  ['a OR', 'OR needs a word on both sides', 'a'],
  ['OR', 'OR needs a word on both sides', null],
  ['region:fra1 AND type:tcp', 'AND is not needed: a space means it', 'region:fra1 type:tcp'],
  ['a || b', '|| is written as OR', 'a OR b'],
  ['db NOT region:fra1', 'NOT is written as a hyphen before the word', 'db -region:fra1'],
])('of %s, the mistake and what may be meant are named', (q, title, corrected) => {
  expect(searchMistake(q, facets)).toEqual({ title, corrected });
});

test.each([
  ...['', 'region:fra1', 'type:udp', '-region:fra9 port:7', 'db:5432', '::1', 'https://a.example/x'],
  ...['"status:down"', 'orders:', 'orders AND'],
])('%s has no mistake', (q) => {
  expect(searchMistake(q, facets)).toBeNull();
});

test('while the values are not known, only what the server refuses is a mistake', () => {
  expect(searchMistake('region:xyz1', undefined)).toBeNull();
  expect(searchMistake('type:tpc', undefined)?.corrected).toBe('type:tcp');
});

test('of values that do not exist, the nearest is found', () => {
  expect(nearestValue('flaping', ['down', 'flapping', 'up'])).toBe('flapping');
  expect(nearestValue('mars', ['fra1', 'flapping', 'up'])).toBeUndefined();
  expect(nearestValue('xyz1', ['fra1', 'sin2'])).toBeUndefined();
  expect(nearestValue('xyz1', ['fra1', 'sin2'], true)).toBe('fra1');
});
