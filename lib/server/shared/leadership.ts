import 'server-only';

/**
 * Leadership over the replicas: only the leader reads the list of monitors from upstream. Every term of leadership has a
 * number (fencing), so that the result of a leader that was replaced without noticing is refused.
 */
export interface Lease {
  /** The number of this replica's term; null while it does not lead. */
  term(): number | null;
  /** Adds a function that is called after each change of `term`. */
  onChange(listener: () => void): void;
}

/** The lease of a process without replicas, which always leads. */
export const soleLease: Lease = { term: () => 1, onChange: () => {} };
