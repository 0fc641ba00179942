import { expect, test } from 'vitest';
import { isAllowed } from './oidc';

const rules = (part: { groups?: string[]; domains?: string[] }) => ({
  groups: [],
  domains: [],
  groupsClaim: 'groups',
  ...part,
});

test('without rules every user of the provider is allowed', () => {
  expect(isAllowed({ sub: 'x' }, rules({}))).toBe(true);
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
  expect(isAllowed({ groups }, rules({ groups: ['ops'] }))).toBe(expected);
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
  expect(isAllowed(claims, rules({ domains: ['example.com'] }))).toBe(expected);
});

test('row 56: when groups and domains are configured, both must match', () => {
  const both = rules({ groups: ['ops'], domains: ['example.com'] });
  const verified = { email: 'a@example.com', email_verified: true };
  expect(isAllowed({ ...verified, groups: ['ops'] }, both)).toBe(true);
  expect(isAllowed({ ...verified, groups: ['dev'] }, both)).toBe(false);
  expect(isAllowed({ groups: ['ops'] }, both)).toBe(false);
});

test('a claim that only an object’s prototype has counts as absent', () => {
  expect(isAllowed({}, { groups: ['x'], domains: [], groupsClaim: 'constructor' })).toBe(false);
});
