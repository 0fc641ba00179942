import 'server-only';

/**
 * What survives a restart: records under a key, each a list of texts. A record is replaced whole or not at all,
 * whenever the process ends. The store knows nothing of what it holds; who writes a record parses it when reading.
 *
 * Everything is asynchronous, so that a store shared by several replicas fits behind it (ADR 0010).
 */
export interface Store {
  /** @returns the parts in their order, null when there is no such record. @throws StoreError */
  read(key: string): Promise<readonly string[] | null>;
  /** Replaces the record. Writes take effect in the order they were asked for. @throws StoreError */
  write(key: string, parts: Iterable<string>): Promise<void>;
  /** Keys that begin so, the one written last first. @throws StoreError */
  keys(prefix: string): Promise<string[]>;
  /** @throws StoreError */
  remove(key: string): Promise<void>;
  /** Ends after the writes asked for so far. Nothing may be asked of it afterwards. */
  close(): Promise<void>;
}

/** Why the store failed, told apart as far as an operator can act on it. */
export type StoreProblem = 'full' | 'read_only' | 'in_use' | 'other';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem, cause?: unknown) {
    super(`the store failed: ${problem}`, { cause });
    this.problem = problem;
  }
}
