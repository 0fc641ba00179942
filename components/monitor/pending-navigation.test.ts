import { expect, test } from 'vitest';
import { createPendingNavigation } from './pending-navigation';

test('quick steps start from where the one before leads, also while pages in between arrive', () => {
  const navigation = createPendingNavigation();
  expect(navigation.target('a')).toBe('a');
  for (const uuid of ['b', 'c', 'd']) navigation.begin(uuid);
  expect(navigation.target('a')).toBe('d');
  navigation.arrive('b');
  expect(navigation.target('b')).toBe('d');
  navigation.arrive('d');
  expect(navigation.target('d')).toBe('d');
});

test('a page that is gone to by another way is where the next step starts', () => {
  const navigation = createPendingNavigation();
  navigation.begin('b');
  navigation.arrive('x');
  expect(navigation.target('x')).toBe('x');
});

test('a jump before the step has arrived is where the next step starts, too', () => {
  const navigation = createPendingNavigation();
  navigation.begin('b');
  navigation.begin('x');
  expect(navigation.target('a')).toBe('x');
  navigation.arrive('x');
  expect(navigation.target('x')).toBe('x');
});

test('the list ends all steps', () => {
  const navigation = createPendingNavigation();
  navigation.begin('b');
  navigation.arrive(null);
  expect(navigation.target('a')).toBe('a');
});

test('there and back again, quicker than the pages', () => {
  const navigation = createPendingNavigation();
  navigation.begin('b');
  navigation.begin('a');
  expect(navigation.target('a')).toBe('a');
});
