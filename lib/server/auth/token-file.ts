import 'server-only';
import { tokenName } from './api-token.ts';

/** A token that scripts may use. The token itself is not known, only its hash. */
export interface ApiToken {
  name: string;
  /** SHA-256, 32 bytes. */
  hash: Buffer;
}

/** A line that is ignored. It may contain a secret, so that only its number and the reason are reported. */
interface WrongLine {
  /** Beginning with 1. */
  line: number;
  reason:
    | 'not a name and sha256:<64 hex digits>'
    | 'name given twice'
    | 'token given twice'
    | 'too many tokens';
}

/** Maximum number of tokens: each request with a token is compared with all of them. */
const TOKENS_MAX = 1000;

/**
 * Parses SIGHTLINE_API_TOKENS_FILE: a name and the hash of a token on each line, as `npm run create-token` prints it. Blank
 * lines and lines that begin with `#` are comments. A wrong line does not affect the others.
 */
export function parseTokenFile(text: string): { tokens: readonly ApiToken[]; wrong: readonly WrongLine[] } {
  const tokens: ApiToken[] = [];
  const wrong: WrongLine[] = [];
  const names = new Set<string>();
  const hashes = new Set<string>();
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const refuse = (reason: WrongLine['reason']) => wrong.push({ line: index + 1, reason });
    const [, name = '', hex = ''] = /^(\S+)\s+sha256:([\da-f]{64})$/i.exec(content) ?? [];
    const hash = hex.toLowerCase();
    if (!tokenName.test(name)) refuse('not a name and sha256:<64 hex digits>');
    else if (names.has(name)) refuse('name given twice');
    else if (hashes.has(hash)) refuse('token given twice');
    else if (tokens.length >= TOKENS_MAX) refuse('too many tokens');
    else {
      names.add(name);
      hashes.add(hash);
      tokens.push({ name, hash: Buffer.from(hash, 'hex') });
    }
  }
  return { tokens, wrong };
}
