import 'server-only';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Clock } from './clock.ts';
import { refuseConfig } from './errors.ts';

/** Pause between two reads of the file, milliseconds. */
const RELOAD_MS = 2000;
const BYTES_MAX = 1_000_000;

/**
 * Reads a file regularly. It does not watch the file system: mounts of secrets and of configurations replace links, whose targets
 * are not watched, and not every file system reports changes.
 *
 * @param parts.setting the name of the setting that has the path
 * @param parts.changed receives the present content first, then each new content
 * @param parts.failed called once when the file cannot be read any more
 * @returns `readAt`: when the last complete read began, monotonic ms; `read`: reads it now, or awaits the read that runs; never
 *   rejects. @throws ConfigError when the file cannot be read now
 */
export async function watchFile(parts: {
  setting: string;
  path: string;
  read: (path: string) => Promise<string>;
  clock: Clock;
  changed: (text: string) => void;
  failed: (error: unknown) => void;
}): Promise<{ readAt: () => number; read: () => Promise<void> }> {
  const { path, clock, changed, failed } = parts;
  /** Null: it could not be read. */
  let content: string | null = null;
  let readAt = 0;

  /** @throws Error when the file cannot be read */
  async function load(): Promise<void> {
    const at = clock.monotonic();
    const text = await parts.read(path);
    readAt = at;
    if (text === content) return;
    content = text;
    changed(text);
  }

  function fail(error: unknown): void {
    if (content !== null) failed(error);
    content = null;
  }

  let reading: Promise<void> | null = null;
  // One read at a time, because a read that hangs occupies a thread.
  const read = () => {
    reading ??= load()
      .catch(fail)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  const watch = () => clock.after(RELOAD_MS, () => void read().then(watch));

  await load().catch((error: Error) =>
    refuseConfig(`Cannot read the file in ${parts.setting}: ${path}. ${error.message}`),
  );
  watch();
  return { readAt: () => readAt, read };
}

/** Reads a file as text. @throws Error when it cannot be read, is no regular file, or is larger than 1 MB */
export async function readSmallFile(path: string): Promise<string> {
  // Without O_NONBLOCK, opening a named pipe would wait for a writer and occupy a thread of the pool. Password checks need these threads.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error('It is not a regular file.');
    if (stats.size > BYTES_MAX) throw new Error('It is larger than 1 MB.');
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
