import { expect, test } from 'vitest';
import { createPendingNavigation } from './pending-navigation';

const of = (uuid: string) => ({ uuid, list: 'page=2' });

test('a step starts from the target of the previous step, also while pages in between arrive', () => {
  const navigation = createPendingNavigation();
  expect(navigation.target(of('a'))).toEqual(of('a'));
  for (const uuid of ['b', 'c', 'd']) navigation.begin(of(uuid));
  expect(navigation.target(of('a'))).toEqual(of('d'));
  navigation.arrive('b');
  expect(navigation.target(of('b'))).toEqual(of('d'));
  navigation.arrive('d');
  expect(navigation.target(of('d'))).toEqual(of('d'));
});

test('after another navigation the next step starts from its page', () => {
  const navigation = createPendingNavigation();
  navigation.begin(of('b'));
  navigation.arrive('x');
  expect(navigation.target(of('x'))).toEqual(of('x'));
});

test('a jump during a pending step is the start of the next step', () => {
  const navigation = createPendingNavigation();
  navigation.begin(of('b'));
  navigation.begin(of('x'));
  expect(navigation.target(of('a'))).toEqual(of('x'));
  navigation.arrive('x');
  expect(navigation.target(of('x'))).toEqual(of('x'));
});

test('opening the list discards pending steps', () => {
  const navigation = createPendingNavigation();
  navigation.begin(of('b'));
  navigation.arrive(null);
  expect(navigation.target(of('a'))).toEqual(of('a'));
});

test('a step and its reversal before the pages arrive lead back to the first monitor', () => {
  const navigation = createPendingNavigation();
  navigation.begin(of('b'));
  navigation.begin(of('a'));
  expect(navigation.target(of('a'))).toEqual(of('a'));
});

test('a step from a page whose arrival is recorded late is kept', () => {
  const navigation = createPendingNavigation();
  navigation.begin(of('b'), 'a');
  navigation.arrive('a');
  expect(navigation.target(of('a'))).toEqual(of('b'));
});
