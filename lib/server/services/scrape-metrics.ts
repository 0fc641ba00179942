import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { FailureError } from '../errors.ts';
import type { Metrics } from './metrics.ts';

/**
 * The metrics, for who brings the token as `Authorization: Bearer …`.
 * @throws FailureError `not_found` without a token configured or with another one: the address does not exist for them
 */
export async function scrapeMetrics(
  parts: { metrics: Metrics; metricsToken: string | null },
  authorization: string | null,
): Promise<{ body: string; contentType: string }> {
  const { metrics, metricsToken } = parts;
  if (metricsToken === null || !isSame(authorization ?? '', `Bearer ${metricsToken}`)) {
    throw new FailureError({ code: 'not_found' });
  }
  return metrics();
}

/** Compared as hashes, which are equally long, so that the time taken tells nothing. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
