import 'server-only';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RequestEvent } from './quota/events.ts';

/** Returns a listener that counts the events of upstream requests for the metrics. */
export function countRequests(registry: Registry): (event: RequestEvent) => void {
  const requests = new Counter({
    name: 'sightline_upstream_requests_total',
    help: 'Completed requests to the Monitor Read API, by purpose and outcome',
    labelNames: ['purpose', 'outcome'],
    registers: [registry],
  });
  const breaker = new Gauge({
    name: 'sightline_upstream_breaker_open',
    help: '1 while API requests are suspended after consecutive failures',
    registers: [registry],
  });
  return (event) => {
    if (event.kind === 'answered') requests.inc({ purpose: event.purpose, outcome: 'answered' });
    else if (event.kind === 'failed') requests.inc({ purpose: event.purpose, outcome: event.code });
    else if (event.kind === 'breaker-opened') breaker.set(1);
    else if (event.kind === 'breaker-closed') breaker.set(0);
  };
}

/** Registers the histogram of admissions. @returns a function that records one, milliseconds */
export function measureAdmissions(registry: Registry): (tookMs: number) => void {
  const histogram = new Histogram({
    name: 'sightline_admission_seconds',
    help: 'Time to decide about an API request through the shared state, in seconds',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [registry],
  });
  return (tookMs) => histogram.observe(tookMs / 1000);
}
