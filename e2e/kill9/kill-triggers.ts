import { watch } from 'node:fs';

/** Resolves at the n-th change of a write-ahead log in a folder, during a write or right after one. */
export function nthWrite(directory: string, n: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let left = n;
    const watcher = watch(directory, { signal }, (_event, name) => {
      // SQLite's file, or a segment of PostgreSQL.
      if (name === null || !/-wal$|^[\dA-F]{24}$/.test(name)) return;
      left -= 1;
      if (left > 0) return;
      watcher.close();
      resolve();
    });
    watcher.on('close', resolve);
  });
}

/** Resolves after a time, or when the signal is aborted. */
export function after(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
