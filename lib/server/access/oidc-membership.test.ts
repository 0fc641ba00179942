import { expect, test } from 'vitest';
import { mayEnter } from './oidc-membership';

const rules = (part: { groups?: string[]; domains?: string[] }) => ({
  groups: [],
  domains: [],
  groupsClaim: 'groups',
  ...part,
});

test('without rules everybody whom the provider knows may in', () => {
  expect(mayEnter({ sub: 'x' }, rules({}))).toBe(true);
});

test.each([
  [['ops'], true],
  ['ops', true],
  [['dev', 'ops'], true],
  [['dev'], false],
  [['ops-readers'], false],
  [[], false],
  [undefined, false],
  [{ ops: true }, false],
])('row 56: groups %j', (groups, expected) => {
  expect(mayEnter({ groups }, rules({ groups: ['ops'] }))).toBe(expected);
});

test.each([
  [{ email: 'a@example.com', email_verified: true }, true],
  [{ email: 'a@EXAMPLE.com', email_verified: true }, true],
  [{ email: 'a@example.com' }, false],
  [{ email: 'a@example.com', email_verified: false }, false],
  [{ email: 'a@evil.example.com', email_verified: true }, false],
  [{ email: 'a@example.com@evil.example', email_verified: true }, false],
  [{ email: 'example.com', email_verified: 'true' }, false],
  [{}, false],
])('row 56: domain of %j', (claims, expected) => {
  expect(mayEnter(claims, rules({ domains: ['example.com'] }))).toBe(expected);
});

test('row 56: where both are asked for, both are needed', () => {
  const both = rules({ groups: ['ops'], domains: ['example.com'] });
  const verified = { email: 'a@example.com', email_verified: true };
  expect(mayEnter({ ...verified, groups: ['ops'] }, both)).toBe(true);
  expect(mayEnter({ ...verified, groups: ['dev'] }, both)).toBe(false);
  expect(mayEnter({ groups: ['ops'] }, both)).toBe(false);
});

test('a claim that only an object’s prototype has counts as absent', () => {
  expect(mayEnter({}, { groups: ['x'], domains: [], groupsClaim: 'constructor' })).toBe(false);
});
