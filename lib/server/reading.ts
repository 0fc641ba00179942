import 'server-only';

/** One thing read whole from upstream, and when. */
export interface Reading<T> {
  value: T;
  /** Our wall time of the reading, epoch ms. */
  asOf: number;
  /** Upstream's own clock at the reading, epoch ms; ours when it did not say. */
  upstreamNow: number;
}
