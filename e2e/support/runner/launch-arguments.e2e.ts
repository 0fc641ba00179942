import { chromium, expect } from '@playwright/test';
import { test } from '../products/fixtures.ts';
import { launchArguments } from './launch-arguments.ts';

const switchedOff = (args: readonly string[]) =>
  args
    .findLast((argument) => argument.startsWith('--disable-features='))
    ?.split('=')[1]
    ?.split(',') ?? [];

test('our launch arguments keep every feature disabled that Playwright disables', async ({
  launchOptions,
}) => {
  const server = await chromium.launchServer({ ...launchOptions, args: [] });
  const byPlaywright = switchedOff(server.process().spawnargs);
  await server.close();
  expect(byPlaywright.length).toBeGreaterThan(0);
  expect(switchedOff(launchArguments)).toEqual(expect.arrayContaining(byPlaywright));
});
