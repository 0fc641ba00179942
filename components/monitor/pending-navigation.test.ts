import { expect, test } from 'vitest';
import { createPendingNavigation } from './pending-navigation';

test('a step starts from the target of the previous step, also while pages in between arrive', () => {
  const navigation = createPendingNavigation();
  expect(navigation.target('a')).toBe('a');
  for (const uuid of ['b', 'c', 'd']) navigation.begin(uuid);
  expect(navigation.target('a')).toBe('d');
  navigation.arrive('b');
  expect(navigation.target('b')).toBe('d');
  navigation.arrive('d');
  expect(navigation.target('d')).toBe('d');
});

test('after another navigation the next step starts from its page', () => {
  const navigation = createPendingNavigation();
  navigation.begin('b');
  navigation.arrive('x');
  expect(navigation.target('x')).toBe('x');
});

test('a jump during a pending step is the start of the next step', () => {
  const navigation = createPendingNavigation();
  navigation.begin('b');
  navigation.begin('x');
  expect(navigation.target('a')).toBe('x');
  navigation.arrive('x');
  expect(navigation.target('x')).toBe('x');
});

test('opening the list discards pending steps', () => {
  const navigation = createPendingNavigation();
  navigation.begin('b');
  navigation.arrive(null);
  expect(navigation.target('a')).toBe('a');
});

test('a step and its reversal before the pages arrive lead back to the first monitor', () => {
  const navigation = createPendingNavigation();
  navigation.begin('b');
  navigation.begin('a');
  expect(navigation.target('a')).toBe('a');
});

test('a step from a page whose arrival is recorded late is kept', () => {
  const navigation = createPendingNavigation();
  navigation.begin('b', 'a');
  navigation.arrive('a');
  expect(navigation.target('a')).toBe('b');
});
