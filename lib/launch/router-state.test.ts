import fc from 'fast-check';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state';
import { expect, test } from 'vitest';
import { isRouterState } from './router-state';

/** What a browser sends when it navigates from the list. */
const list = [
  '',
  { children: ['monitors', { children: ['__PAGE__?{"q":"api"}', {}, null, 'refetch'] }, null, null] },
  null,
  null,
  16,
];
const detail = [
  '',
  { children: [['uuid', '3f1c', 'd', null], { children: ['__PAGE__', {}] }, ['/a', '/b']] },
];

test.each([list, detail, ['', {}]])('what a browser sends is accepted: %j', (...state) => {
  const header = encodeURIComponent(JSON.stringify(state));
  expect(isRouterState(header)).toBe(true);
  expect(parseAndValidateFlightRouterState(header)).toEqual(state);
});

test.each([
  ['garbage', 'garbage'],
  ['a truncated state', '%5B%22%22%2C'],
  ['an invalid encoding', '%ff'],
  ['a state that is too deep', `${'["",{"a":'.repeat(50)}["",{}]${'}]'.repeat(50)}`],
  ['a state that is too long', JSON.stringify(['x'.repeat(20_000), {}])],
])('%s is rejected', (_what, header) => {
  expect(isRouterState(header)).toBe(false);
});

test('Next can parse every state that is accepted', () => {
  const oddValue: fc.Arbitrary<unknown> = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom('refetch', 'd', 'ci(.)', null, 16),
    fc.tuple(fc.string(), fc.string(), fc.constantFrom('c', 'oc', 'oci(.)', 'x'), fc.constant(null)),
  );
  // Mostly what a browser could send, with occasional odd values.
  const segment = fc.oneof({ weight: 4, arbitrary: fc.string() }, oddValue);
  const rest = fc.array(fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, oddValue), { maxLength: 4 });
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 3 }, fc.array(oddValue, { maxLength: 7 }), {
      weight: 4,
      arbitrary: fc
        .tuple(segment, fc.dictionary(fc.string(), tie('tree'), { maxKeys: 2 }), rest)
        .map(([name, children, more]) => [name, children, ...more]),
    }),
  }));
  let accepted = 0;
  fc.assert(
    fc.property(tree, (state) => {
      const header = encodeURIComponent(JSON.stringify(state));
      if (!isRouterState(header)) return;
      accepted += 1;
      expect(() => parseAndValidateFlightRouterState(header)).not.toThrow();
    }),
    { numRuns: 2000 },
  );
  expect(accepted, 'some states are accepted').toBeGreaterThan(50);
});
