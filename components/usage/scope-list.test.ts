import { expect, test } from 'vitest';
import { scopeCatalog } from './scope-list';

/** The table "Plan gating of scopes" of the API specification; the Enterprise plan can grant all. */
const granted = {
  'every plan': ['account:read', 'monitors:read'],
  Team: ['incidents:read', 'status-pages:read', 'audit-logs:read'],
  'Pro / Business': ['monitors:write', 'incidents:write', 'status-pages:write', 'metrics:read'],
};

test('each scope has the smallest plan that can grant it', () => {
  for (const [plan, scopes] of Object.entries(granted)) {
    const listed = scopeCatalog.filter(({ from }) => from === plan).map(({ name }) => name);
    expect(listed.toSorted()).toEqual(scopes.toSorted());
  }
  expect(scopeCatalog).toHaveLength(9);
});
