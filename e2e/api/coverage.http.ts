import { expect } from 'vitest';
import { coverageSchema } from '../../lib/contract/coverage.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { signedIn } from '../support/sign-in/password.ts';

const list = (body: string, headers: Record<string, string>) => ({ method: 'POST', body, headers });

test('a script learns which hosts are not monitored, at no cost', async ({ tokenStack }) => {
  const { product, referenceApi, tokens } = tokenStack;
  const headers = tokens.headers('grafana');
  const monitored = referenceApi.api
    .organization()
    .monitors()
    .find(({ is_active }) => is_active);
  const before = referenceApi.requests();
  const body = ['# ours', monitored?.target, 'blog.not-monitored.example', '???'].join('\r\n');
  const answer = await ask(`${product.url}/api/coverage`, list(body, headers));
  expect(answer.status).toBe(200);
  const { data, meta } = coverageSchema.parse(JSON.parse(answer.text));
  expect(data.map(({ line }) => line)).toEqual([2, 3]);
  expect(data[1]).toMatchObject({
    address: 'blog.not-monitored.example',
    answer: 'not_monitored',
    monitors: [],
  });
  expect(data[0]?.monitors.map(({ monitor_uuid }) => monitor_uuid)).toContain(monitored?.monitor_uuid);
  expect(meta.not_understood).toEqual([{ line: 4, text: '???' }]);
  expect(referenceApi.requests()).toBe(before);

  const file = await ask(`${product.url}/api/coverage?format=csv&bom=true`, list(body, headers));
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="coverage-as-of-.*\.csv"$/);
  expect(file.text).toContain('blog.not-monitored.example,3,not_monitored');
});

test('a user without a token must send a header that other sites cannot send', async ({ tokenStack }) => {
  const { product } = tokenStack;
  const session = { Cookie: await signedIn(product) };
  const without = await ask(`${product.url}/api/coverage`, list('a.example.com\n'.repeat(200_000), session));
  expect(without.status).toBe(403);
  expect(JSON.parse(without.text)).toMatchObject({ code: 'cross_site' });
  const headers = { ...session, 'Sightline-Refresh': 'off' };
  expect((await ask(`${product.url}/api/coverage`, list('a.example.com', headers))).status).toBe(200);
});

test('a list over the limit is refused with a sentence', async ({ tokenStack }) => {
  const { product, tokens } = tokenStack;
  const headers = tokens.headers('grafana');
  const tooMany = await ask(`${product.url}/api/coverage`, list('?\n'.repeat(100_001), headers));
  expect(tooMany.status).toBe(413);
  expect(JSON.parse(tooMany.text)).toMatchObject({
    code: 'too_large',
    error: 'The list has more than 100,000 entries. Split it.',
  });
  // Without Content-Length the launcher cannot know the size in advance.
  const chunk = new Uint8Array(1024 * 1024).fill(32);
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      if (sent > 11) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: stream, duplex: 'half', headers };
  const tooLarge = await fetch(`${product.url}/api/coverage`, init);
  expect(tooLarge.status).toBe(413);
  expect(await tooLarge.json()).toMatchObject({ error: 'The list is larger than 10 MiB. Split it.' });
});

test('others are served while a large list is compared', { tags: 'deep' }, async ({ tokenStack }) => {
  const { product, tokens } = tokenStack;
  const body = Array.from({ length: 100_000 }, (_, n) => `https://host-${n}.example.com/page`).join('\n');
  let isDone = false;
  const answer = ask(`${product.url}/api/coverage`, list(body, tokens.headers('cron'))).finally(() => {
    isDone = true;
  });
  let served = 0;
  for (; !isDone; served += 1) await ask(`${product.url}/api/health`);
  expect(JSON.parse((await answer).text).meta).toMatchObject({ format: 'list', addresses: 100_000 });
  expect(served).toBeGreaterThan(3);
});
