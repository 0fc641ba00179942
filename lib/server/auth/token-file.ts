import 'server-only';
import { readWallQuery } from '../../contract/wall-query.ts';
import { tokenName } from './api-token.ts';

export interface KnownToken {
  name: string;
  /** What it opens: the API, one wall, or one feed. */
  use: 'script' | 'wall' | 'feed';
  /** The query of the wall or the feed; null: the token is for scripts. */
  view: string | null;
}

/** A name and a hash; the token of a wall or a feed also has its query. */
const lineFormat = /^(\S+)\s+sha256:([\da-f]{64})(?:\s+(wall|feed)(?:\s+(\S+))?)?$/i;

/**
 * Parses SIGHTLINE_API_TOKENS_FILE: lines of `lineOfToken`, blank lines, and comments that begin with `#`.
 *
 * @returns `tokens`: by hash; `wrong`: lines that are ignored. They may contain a secret, so that only their numbers (from 1)
 *   and the reasons are reported
 */
export function parseTokenFile(text: string) {
  const tokens = new Map<string, KnownToken>();
  const names = new Set<string>();
  const wrong: { line: number; reason: string }[] = [];
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  for (const [index, line] of lines.entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const [, name = '', digits = '', kind, query = ''] = lineFormat.exec(content) ?? [];
    const hash = digits.toLowerCase();
    const refuse = (reason: string) => wrong.push({ line: index + 1, reason });
    const problem = problemOf(query);
    if (!tokenName.test(name)) refuse('not a name and sha256:<64 hex digits>');
    else if (names.has(name)) refuse('name given twice');
    else if (tokens.has(hash)) refuse('token given twice');
    else if (problem !== null) refuse(problem);
    else {
      names.add(name);
      if (kind === undefined) tokens.set(hash, { name, use: 'script', view: null });
      else tokens.set(hash, { name, use: kind.toLowerCase() === 'wall' ? 'wall' : 'feed', view: query });
    }
  }
  return { tokens, wrong };
}

/** Why the query of a wall or a feed cannot be used; null: it can. */
function problemOf(query: string): string | null {
  const search = new URLSearchParams(query);
  // Each request checks whether the team has the view.
  if (search.has('view') && search.size === 1) return null;
  const [problem] = readWallQuery(search).problems;
  if (problem === undefined) return null;
  const { breach, parameter, detail } = problem;
  // The name of an unknown parameter may be a secret.
  return breach === 'unknown'
    ? 'the view has a parameter that no wall has'
    : `the view: ${parameter} ${detail}`;
}
