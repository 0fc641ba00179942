import 'server-only';

/**
 * Data that survives a restart: records with a key, each a list of texts. A record is replaced completely or
 * not at all, even if the process is killed. The store does not parse records; its callers do.
 *
 * All operations are asynchronous, so that several replicas could share an implementation (ADR 0010).
 */
export interface Store {
  /** Reads a record. @returns its parts in order; null when there is no such record. @throws StoreError */
  read(key: string): Promise<readonly string[] | null>;
  /** Replaces a record. Writes take effect in the order of the calls. @throws StoreError */
  write(key: string, parts: Iterable<string>): Promise<void>;
  /** Lists the keys with a prefix, the one written last first. @throws StoreError */
  keys(prefix: string): Promise<string[]>;
  /** Removes a record, if there is one. @throws StoreError */
  remove(key: string): Promise<void>;
  /** Closes the store after all earlier operations. It must not be used afterwards. */
  close(): Promise<void>;
}

/**
 * Why the store failed; distinguishes what an operator can fix. Of the shared state only: `unreachable`; `other_version`: another
 * version of Sightline has written it.
 */
export type StoreProblem = 'full' | 'read_only' | 'in_use' | 'unreachable' | 'other_version' | 'other';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem, cause?: unknown) {
    super(`the store failed: ${problem}`, { cause });
    this.problem = problem;
  }
}
