import 'server-only';

/** A value read from upstream, with the time of reading. */
export interface Reading<T> {
  value: T;
  /**
   * When its request was sent, by our wall clock, epoch ms: what it shows was so then or later. Not known of a value that was
   * stored.
   */
  sentAt?: number;
  /** When it was read, by our wall clock, epoch ms. */
  asOf: number;
  /** When it was read, by upstream's clock (header `Date`), epoch ms; ours when the header was missing. */
  upstreamNow: number;
}
