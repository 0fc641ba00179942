import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file with tokens for scripts. */
export interface TokenFile {
  /** Settings of a product that reads it. */
  env: { SIGHTLINE_API_TOKENS_FILE: string };
  /** The headers of a script with this token. */
  headers(name: string): { Authorization: string };
  /** Replaces the file by one with these tokens and further lines, like the mount of a secret does. */
  write(names: readonly string[], ...lines: readonly string[]): void;
  /** Removes the file. All its tokens are then invalid. */
  remove(): void;
}

/** Returns the line of a token, as `npm run create-token` prints it. */
export function tokenLine(name: string, token: string): string {
  return `${name} sha256:${createHash('sha256').update(token).digest('hex')}`;
}

/** Creates a file with a random token for each name. */
export function createTokenFile(...names: readonly string[]): TokenFile {
  return writeTokenFile(
    Object.fromEntries(names.map((name) => [name, `sightline_${randomBytes(32).toString('base64url')}`])),
  );
}

/** Creates a file with these tokens, by their names. */
export function writeTokenFile(known: Readonly<Record<string, string>>): TokenFile {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-tokens-'));
  const path = join(folder, 'tokens');
  const tokens = new Map(Object.entries(known));
  const tokenOf = (name: string) => tokens.get(name) ?? '';
  const file: TokenFile = {
    env: { SIGHTLINE_API_TOKENS_FILE: path },
    headers: (name) => ({ Authorization: `Bearer ${tokenOf(name)}` }),
    write(wanted, ...lines) {
      const text = [...wanted.map((name) => tokenLine(name, tokenOf(name))), ...lines].join('\n');
      writeFileSync(`${path}.new`, text);
      renameSync(`${path}.new`, path);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  file.write([...tokens.keys()]);
  return file;
}
