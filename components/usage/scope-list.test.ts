import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { heldScopes } from '@/lib/reference-api/scopes';
import { ScopeList, scopeCatalog } from './scope-list';

const names = scopeCatalog.map(({ name }) => name);

test('each scope has the smallest plan with which the reference API grants it', () => {
  const plans = { 'every plan': 'free', Team: 'team', 'Pro / Business': 'pro' } as const;
  const smaller = { 'every plan': [], Team: ['free'], 'Pro / Business': ['free', 'team'] } as const;
  for (const { name, from } of scopeCatalog) {
    expect(heldScopes([name], plans[from]), `${name} from ${from}`).toEqual([name]);
    for (const plan of smaller[from]) expect(heldScopes([name], plan), `${name} with ${plan}`).toEqual([]);
  }
  expect(heldScopes(names, 'enterprise')).toEqual(names);
});

test('a scope is granted, not granted, or unknown while not all scopes of the key are known', () => {
  const learned_at = '2026-11-20T12:00:00.000Z';
  const statesOf = (complete: boolean) => {
    const scopes = { held: ['monitors:read'], complete, learned_at };
    const html = renderToStaticMarkup(createElement(ScopeList, { scopes }));
    return [...html.matchAll(/>(Granted|Not granted|Unknown)</g)].map(([, state]) => state);
  };
  const statesWith = (other: string) => names.map((name) => (name === 'monitors:read' ? 'Granted' : other));
  expect(statesOf(true)).toEqual(statesWith('Not granted'));
  expect(statesOf(false)).toEqual(statesWith('Unknown'));
});
