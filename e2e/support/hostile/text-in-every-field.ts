import {
  jsonAnswer,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireDetail, wirePage, wireRow } from '../../../lib/server/upstream/wire-monitors.fixtures.ts';
import { waitForCompleteInventory } from '../http/read.ts';
import { type Product, startProduct, upstreamEnv } from '../products/product.ts';

/** A product and the upstream that it reads. */
export interface Served {
  product: Product;
  upstream: ScriptedUpstream;
}

/** The UUID of the n-th of these monitors, from 1. */
export const uuidOf = (n: number) => String(wireRow(n).monitor_uuid);

/** Starts a product with one monitor for each text, which has the text in all its text fields. */
export async function productWith(texts: readonly string[]): Promise<Served> {
  const row = (text: string) => ({
    name: text,
    type: text,
    target: text,
    regions: [text],
    last_status: text,
  });
  const more = (text: string) => ({ ...row(text), description: text, http_method: text });
  const rows = texts.map((text, index) => ({ ...wireRow(index + 1), ...row(text) }));
  const details = new Map(
    texts.map((text, index) => [uuidOf(index + 1), { ...wireDetail(index + 1), ...more(text) }]),
  );
  const upstream = await startScriptedUpstream(({ target }) => {
    if (target.includes('/monitors?')) return jsonAnswer(200, wirePage(rows));
    const data = details.get(target.replace(/.*\//, ''));
    return data === undefined ? jsonAnswer(404, {}) : jsonAnswer(200, { data });
  });
  const product = await startProduct({
    env: { ...upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'key' }), SIGHTLINE_LOG_LEVEL: 'debug' },
  });
  await waitForCompleteInventory(product);
  return { product, upstream };
}
