import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { FailureError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';

/** Returns the metrics for the configured token, else throws `not_found`, so that the endpoint is hidden. */
export async function renderMetrics(
  { metrics, metricsToken }: { metrics: Metrics; metricsToken: string | null },
  authorization: string | null,
): Promise<{ body: string; contentType: string }> {
  if (metricsToken === null || !isEqual(authorization ?? '', `Bearer ${metricsToken}`)) {
    throw new FailureError({ code: 'not_found' });
  }
  return metrics();
}

/** Compares the hashes, which have equal lengths, in constant time, so that the duration reveals nothing. */
function isEqual(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
