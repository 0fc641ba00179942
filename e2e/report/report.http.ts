import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';

test('the page of a wrong month explains what is wrong', async ({ demo }) => {
  const { text } = await ask(`${demo.url}/report?month=2026-13`);
  expect(text).toContain('must be a month such as 2026-10');
});
