import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders of server programs, which are not in every user's PATH. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** Returns the path of the first of these programs that is installed; null when none is. */
export function findProgram(...names: string[]): string | null {
  const postgres = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...serverFolders, ...postgres];
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}
