/**
 * Measures the cost of the access gate: GET /api/monitors of a signed-in user, compared with a product without sign-in.
 * Needs a build (`npm run build`).
 */
import { hashPassword } from '../../lib/server/auth/password-hash.ts';
import type { RunningServer } from '../support/products/server-process.ts';
import { type Load, loadFor } from './load.ts';
import { median } from './quantiles.ts';
import { startProduct } from './start-product.ts';

const ROUNDS = 11;
const ROUND_MS = 1500;
const WARM_UP_MS = 4000;
const GOAL = 0.9;
export const password = 'correct horse battery staple';

/** Signs in like the form. @returns the headers of the session */
export async function signIn(origin: string): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ password }),
  });
  const [cookie] = response.headers.getSetCookie();
  if (cookie === undefined) throw new Error(`Signing in was answered ${response.status}.`);
  return { cookie: cookie.split(';')[0] ?? '' };
}

/** Measures in alternating rounds, prints medians and the median of each round's ratio. */
export async function benchGate(): Promise<void> {
  const running: RunningServer[] = [];
  try {
    const open = await startProduct(running, { monitors: 1000 });
    const env = { SIGHTLINE_AUTH: 'password', SIGHTLINE_PASSWORD_HASH: await hashPassword(password) };
    const locked = await startProduct(running, { monitors: 1000, env, signIn });
    const plain = { paths: ['/api/monitors'], status: 200 };
    const without: Load = { ...plain, origin: open, headers: {} };
    const withGate: Load = { ...plain, origin: locked, headers: await signIn(locked) };
    const rates: { without: number; with: number }[] = [];
    for (const load of [without, withGate]) await loadFor(load, WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { perSecond: first } = await loadFor(round % 2 === 0 ? without : withGate, ROUND_MS);
      const { perSecond: second } = await loadFor(round % 2 === 0 ? withGate : without, ROUND_MS);
      rates.push(round % 2 === 0 ? { without: first, with: second } : { without: second, with: first });
    }
    const ratio = median(rates.map((rate) => rate.with / rate.without));
    console.log(
      `\nGate: GET /api/monitors a second, medians of ${ROUNDS} alternating rounds\n` +
        `  nobody signs in  ${median(rates.map((rate) => rate.without)).toFixed(0)}/s\n` +
        `  signed in        ${median(rates.map((rate) => rate.with)).toFixed(0)}/s  ratio ${ratio.toFixed(2)}  (goal ${GOAL})`,
    );
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
}
