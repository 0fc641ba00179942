import 'server-only';
import type { Clock } from '../clock';
import type { QuotaFailure } from '../errors';
import type { UsageHeaders } from '../upstream/usage-headers';

/** The counters as last seen, each header's newest value; a header upstream never sent stays absent. */
export interface Counters {
  usage: UsageHeaders;
  /** Wall time of the last answer that carried counters, epoch ms; null before the first. */
  observedAt: number | null;
  /** Seconds until the minute window resets, counted down to this moment; null when not known. */
  secondsToReset: number | null;
  /** The refusal that is still in force, if upstream's last word was a 429 whose wait has not passed. */
  refusal: QuotaFailure | null;
}

/** The record of what upstream's headers said. Written by the gateway, read by usage, headers and admission. */
export interface Ledger {
  observe(usage: UsageHeaders): void;
  refused(failure: QuotaFailure): void;
  accepted(): void;
  counters(): Counters;
}

export function createLedger(clock: Clock): Ledger {
  let usage: UsageHeaders = {};
  let observedAt: number | null = null;
  let resetSeen: { seconds: number; at: number } | null = null;
  let refusal: QuotaFailure | null = null;

  return {
    observe(seen) {
      if (Object.keys(seen).length === 0) return;
      usage = { ...usage, ...seen };
      observedAt = clock.now();
      if (seen.rateLimitReset !== undefined)
        resetSeen = { seconds: seen.rateLimitReset, at: clock.monotonic() };
    },
    refused(failure) {
      refusal = failure;
    },
    accepted() {
      refusal = null;
    },
    counters() {
      const passed = resetSeen && (clock.monotonic() - resetSeen.at) / 1000;
      return {
        usage,
        observedAt,
        secondsToReset:
          resetSeen === null || passed === null ? null : Math.max(0, Math.ceil(resetSeen.seconds - passed)),
        refusal: isInForce(refusal, clock.now()) ? refusal : null,
      };
    },
  };
}

function isInForce(refusal: QuotaFailure | null, now: number): boolean {
  return refusal !== null && (refusal.retryAt === null || refusal.retryAt > now);
}
