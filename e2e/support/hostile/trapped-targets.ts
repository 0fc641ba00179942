import { createServer } from 'node:http';
import {
  jsonAnswer,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireDetail, wirePage, wireRow } from '../../../lib/server/upstream/wire-monitors.fixtures.ts';
import { endNow, listenOnLoopback } from '../http/loopback.ts';
import { waitForCompleteInventory } from '../http/read.ts';
import { type Product, startProduct, upstreamEnv } from '../products/product.ts';

/** A product whose monitors have a server of ours as their target, which records each request. */
interface TrappedProduct {
  product: Product;
  upstream: ScriptedUpstream;
  trap: { port: number; asked: readonly string[] };
  monitors: readonly { uuid: string; name: string; isLink: boolean }[];
  /** Stops the product, and then all others. */
  stop(): Promise<void>;
}

export async function startTrappedProduct(): Promise<TrappedProduct> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} of ${request.headers['user-agent']}`);
    response.end();
  });
  const port = await listenOnLoopback(server);
  const targets = [
    `http://127.0.0.1:${port}/target`,
    `127.0.0.1:${port}`,
    `http://localhost:${port}/`,
    'http://169.254.169.254/latest',
  ];
  const row = (n: number) => ({ ...wireRow(n), type: 'https', port: null, target: targets[n - 1] });
  const numbers = targets.map((_, index) => index + 1);
  const upstream = await startScriptedUpstream(({ target }) => {
    const n = Number(/-(\d{12})$/.exec(target)?.[1] ?? 0);
    if (target.includes('/monitors?')) return jsonAnswer(200, wirePage(numbers.map(row)));
    return numbers.includes(n)
      ? jsonAnswer(200, { data: { ...wireDetail(n), ...row(n) } })
      : jsonAnswer(404, {});
  });
  const product = await startProduct({ env: upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'key' }) });
  await waitForCompleteInventory(product);
  return {
    product,
    upstream,
    trap: { port, asked },
    monitors: targets.map((target, index) => {
      const { monitor_uuid: uuid, name } = wireRow(index + 1);
      return { uuid: String(uuid), name: String(name), isLink: target.startsWith('http') };
    }),
    async stop() {
      await product.stop();
      await Promise.all([upstream.close(), endNow(server)]);
    },
  };
}
