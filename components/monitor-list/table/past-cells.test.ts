import { expect, test } from 'vitest';
import { stripBackground, stripText } from './past-cells';

const quarters = (count: number, letter: string) => letter.repeat(count);

test('the text says how long each state was the worst, the most urgent first', () => {
  const letters = `${quarters(4, '-')}${quarters(83, 'u')}${quarters(8, 'd')}U`;
  expect(stripText(letters)).toBe(
    'Last 24 hours, the worst of each quarter hour: down 2 h, up 21 h, not read 1 h, in maintenance 15 min.',
  );
  expect(stripText(quarters(96, 'N'))).toBe(
    'Last 24 hours, the worst of each quarter hour: never checked 24 h, in maintenance 24 h.',
  );
});

test('each period with one state is one layer at its position, with the height of the state', () => {
  const layers = stripBackground(`${quarters(24, '-')}${quarters(48, 'u')}${quarters(24, 'd')}`).split(
    ' no-repeat',
  );
  expect(layers).toHaveLength(4);
  expect(layers[0]).toContain('--strip-unread');
  expect(layers[0]).toContain('0.000% calc(100% - 3px)/25.000% 14px');
  expect(layers[1]).toContain('--strip-up');
  expect(layers[1]).toContain('50.000% calc(100% - 3px)/50.000% 4px');
  expect(layers[2]).toContain('100.000% calc(100% - 3px)/25.000% 14px');
});

test('slots without a crawl are not painted as up, and each letter has a paint', () => {
  expect(stripBackground(quarters(96, '-'))).not.toContain('--strip-up');
  for (const letter of 'doxnui')
    expect(stripBackground(quarters(96, letter))).not.toContain('--strip-unread');
});

test('maintenance is a line of its own, over the states', () => {
  const background = stripBackground(`${quarters(48, 'u')}${quarters(48, 'U')}`);
  expect(background.match(/--strip-up/g)).toHaveLength(2);
  expect(background).toContain('100.000% calc(100% - 0px)/50.000% 2px');
});
