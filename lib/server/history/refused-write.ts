import 'server-only';

/**
 * A write to a shared history was refused, and changed nothing: another replica leads (`replaced`), or the history is not what
 * this process knows of it (`conflict`), so that it must be loaded again.
 */
export class RefusedWriteError extends Error {
  override readonly name = 'RefusedWriteError';
  readonly reason: 'replaced' | 'conflict';

  constructor(reason: 'replaced' | 'conflict') {
    super(`the write was refused: ${reason}`);
    this.reason = reason;
  }
}
