import 'server-only';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { onFinishedRequest } from '../../process/finished-requests.ts';
import { type TokenOutcome, tokenOutcomes } from '../auth/api-tokens.ts';
import type { RequestEvent } from '../quota/events.ts';

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
  const durations = new Histogram({
    name: 'sightline_upstream_request_duration_seconds',
    help: 'Duration of requests to the Monitor Read API, by purpose, in seconds',
    labelNames: ['purpose'],
    // Up to the deadline of a request.
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return (event) => {
    if (event.kind === 'answered' || event.kind === 'failed') {
      const { purpose } = event;
      requests.inc({ purpose, outcome: event.kind === 'answered' ? 'answered' : event.code });
      durations.observe({ purpose }, event.tookMs / 1000);
    } else if (event.kind === 'backoff') breaker.set(event.backoff?.cause === 'breaker' ? 1 : 0);
  };
}

/** Methods that routes have. All others are counted as one, because clients choose their names. */
const methods = ['GET', 'HEAD', 'POST'];

/** Registers the histogram of the requests to Sightline itself. */
export function measureRequests(registry: Registry): void {
  const histogram = new Histogram({
    name: 'sightline_http_request_duration_seconds',
    help: 'Duration of requests to Sightline, by method, route and status, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  onFinishedRequest(({ method, route, status, durationMs }) =>
    histogram.observe(
      { method: methods.includes(method) ? method : 'other', route, status },
      durationMs / 1000,
    ),
  );
}

/** Registers the counter of requests with a token: without its name, of which there can be many. @returns what counts one */
export function countTokens(registry: Registry): (outcome: TokenOutcome) => void {
  const requests = new Counter({
    name: 'sightline_token_requests_total',
    help: 'Requests with a token for scripts, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // From 0, so that the first one is an increase.
  for (const outcome of tokenOutcomes) requests.inc({ outcome }, 0);
  return (outcome) => requests.inc({ outcome });
}

/** Registers the histogram of admissions. @returns a function that records one, milliseconds */
export function measureAdmissions(registry: Registry): (tookMs: number) => void {
  const histogram = new Histogram({
    name: 'sightline_admission_seconds',
    help: 'Time to store the admission of an API request before it is sent, in seconds',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [registry],
  });
  return (tookMs) => histogram.observe(tookMs / 1000);
}
