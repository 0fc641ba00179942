import 'server-only';

/** A value read from upstream, with the time of reading. */
export interface Reading<T> {
  value: T;
  /**
   * When its request was sent, by our wall clock, epoch ms. The value shows a state of this time or later. Not known for a stored
   * value.
   */
  sentAt?: number;
  /** When it was read, by our wall clock, epoch ms. */
  asOf: number;
  /** When it was read, by upstream's clock (header `Date`), epoch ms; by our clock when the header was missing. */
  upstreamNow: number;
}
