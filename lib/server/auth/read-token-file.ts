import 'server-only';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Maximum size, bytes: several times what the maximum number of tokens takes. */
const BYTES_MAX = 1_000_000;

/**
 * Reads SIGHTLINE_API_TOKENS_FILE as text. Without O_NONBLOCK the opening of a named pipe would wait for a writer, in one of
 * the few threads that also check passwords, and would keep the process from ending.
 *
 * @throws Error when it cannot be read, is no regular file, or is larger than 1 MB
 */
export async function readTokenFile(path: string): Promise<string> {
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
