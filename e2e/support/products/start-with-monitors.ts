import {
  jsonAnswer,
  startScriptedUpstream,
} from '../../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireDetail, wirePage } from '../../../lib/server/upstream/wire-monitors.fixtures.ts';
import { waitForCompleteInventory } from '../http/read.ts';
import { removeDeadline } from '../preloaded/without-deadline.ts';
import { plentyHeaders } from '../upstream/echoing-upstream.ts';
import { startProduct, upstreamEnv } from './product.ts';

type Row = Record<string, unknown>;

/**
 * Starts a product and an upstream API with exactly these monitors. Unlike the reference API, this API can send any
 * value.
 *
 * @param rowsNow returns the current monitors, each as changes to `wireDetail`; their numbers begin at 1
 */
export async function startWithMonitors(rowsNow: () => readonly Row[], env: Record<string, string> = {}) {
  const upstream = await startScriptedUpstream(({ target }) => {
    const details = rowsNow().map((changes, index): Row => ({ ...wireDetail(index + 1), ...changes }));
    const number = Number(/-(\d{12})$/.exec(target)?.[1] ?? 0);
    return jsonAnswer(200, number > 0 ? { data: details[number - 1] } : wirePage(details), plentyHeaders);
  });
  const product = await startProduct({
    env: removeDeadline({
      ...upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'sk-listed-0123456789' }),
      ...env,
    }),
  });
  await waitForCompleteInventory(product);
  return {
    product,
    async stop() {
      await product.stop();
      await upstream.close();
    },
  };
}
