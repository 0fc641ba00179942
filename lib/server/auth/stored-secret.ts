import 'server-only';
import { StorageError } from '../storage/problem.ts';
import type { Storage } from '../storage/storage.ts';

const NAME = 'session_secret';

/**
 * Returns the secret that seals the cookies, where none is configured: the one of the start before, so that a restart signs
 * nobody out. Sessions are stored by a hash of their ids, so that the secret alone opens none.
 *
 * @param randomId returns 256 random bits as text
 */
export async function storedSecret(
  storage: Pick<Storage, 'read' | 'write'>,
  randomId: () => string,
): Promise<string> {
  const value = randomId();
  try {
    await storage.write((db) =>
      db
        .insertInto('about')
        .values({ name: NAME, value })
        .onConflict((row) => row.doNothing())
        .execute(),
    );
    const row = await storage.read((db) =>
      db.selectFrom('about').select('value').where('name', '=', NAME).executeTakeFirst(),
    );
    return row?.value ?? value;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return value;
  }
}
