import 'server-only';

/** What this replica tells the others about its viewers. */
export interface LocalViewers {
  /** The shortest interval that they request, seconds; null when there are none or all have paused. */
  wantedS: number | null;
  /** The ids of those seen since the last call. */
  seen: readonly string[];
}

/** The running replicas, and the viewers of all of them. */
export interface Replicas {
  /** A short random name of this replica. */
  name: string;
  /** Number of running replicas, at least 1. */
  count(): number;
  /**
   * The viewers of all replicas, at most a second old; null when only this replica's own are known.
   *
   * @returns `wantedS`: the shortest interval that viewers of other replicas request, seconds
   */
  viewers(): { count: number; wantedS: number | null } | null;
  /** Sets the function that is called each second for the viewers of this replica. */
  announce(local: () => LocalViewers): void;
  /** Sets the function that is called when the result of `viewers` has changed. */
  onViewersChanged(listener: () => void): void;
  /** Whether the shared state can be reached; `none` without one. */
  sharedState(): 'none' | 'up' | 'down';
}

/** A process that shares nothing. */
export function soleReplica(name: string): Replicas {
  return {
    name,
    count: () => 1,
    viewers: () => null,
    announce: () => {},
    onViewersChanged: () => {},
    sharedState: () => 'none',
  };
}
