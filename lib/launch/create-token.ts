/**
 * Creates a token for a script, `npm run --silent create-token NAME`, or for a wall or a feed,
 * `npm run --silent create-token -- --wall NAME [--view VIEW]`. Prints the token, for a wall or a feed as a link, and its line
 * for the file in SIGHTLINE_API_TOKENS_FILE. Stores neither.
 */
import { parseArgs } from 'node:util';
import { createToken, lineOfToken, tokenName } from '../server/auth/token-hash.ts';
import { readBasePath } from './settings.ts';

const usage = `Give the token a name for the log: 1 to 40 letters, digits, dots, hyphens and underscores.
  npm run create-token grafana                                    for a script
  npm run create-token -- --wall lobby                            for a wall that shows all monitors
  npm run create-token -- --wall lobby --view 'type=https&region=fra1'
                                                                  for a wall with the filters of a list's URL
  npm run create-token -- --wall lobby --view Production          for a wall with a view of the views file
  npm run create-token -- --feed chat                             for a feed of outages, also with --view`;

type Environment = Readonly<Record<string, string | undefined>>;

/** The lines that create-token prints. */
interface NewToken {
  what: 'token' | 'link';
  /** The token, or the link that contains it. */
  shown: string;
  /** The line of the token for the file in SIGHTLINE_API_TOKENS_FILE. */
  line: string;
}

/**
 * Creates the token that the arguments of create-token ask for. Stores nothing.
 *
 * @returns null: the arguments are wrong
 */
export function newToken(args: readonly string[], env: Environment): NewToken | null {
  const given = readArguments(args);
  if (given === null) return null;
  const { wall, feed, view } = given.values;
  const linked = wall ?? feed;
  const [name = '', ...rest] = linked === undefined ? given.positionals : [linked, ...given.positionals];
  const isAmbiguous = wall !== undefined && feed !== undefined;
  const isWrong = !tokenName.test(name) || rest.length > 0 || isAmbiguous;
  if (isWrong || (view !== undefined && linked === undefined)) return null;
  const token = createToken();
  if (linked === undefined) return { what: 'token', shown: token, line: lineOfToken(name, token) };
  const { SIGHTLINE_PUBLIC_URL: origin = '', SIGHTLINE_BASE_PATH } = env;
  const home = `${origin.replace(/\/$/, '')}${readBasePath(SIGHTLINE_BASE_PATH)}`;
  const [use, path] =
    wall === undefined ? (['feed', 'api/changes/feed?token='] as const) : (['wall', 'wall#token='] as const);
  return {
    what: 'link',
    shown: `${home}/${path}${token}`,
    line: lineOfToken(name, token, viewFilters(view ?? ''), use),
  };
}

function readArguments(args: readonly string[]) {
  try {
    const options = { wall: { type: 'string' }, feed: { type: 'string' }, view: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    return null;
  }
}

/**
 * Returns the filters of a list's URL, or the name of a view. Parameters that a wall does not have, such as the page, are left
 * out.
 */
function viewFilters(view: string): string {
  const query = view.replace(/^[^?]*\?/, '');
  if (view !== '' && !query.includes('=')) return String(new URLSearchParams({ view }));
  const search = new URLSearchParams(query);
  for (const name of ['sort', 'order', 'page', 'per_page']) search.delete(name);
  // Beside filters, `view` is the name of a person's view, as in the URL of a list.
  if (search.size > 1) search.delete('view');
  return search.toString();
}

if (import.meta.main) {
  const created = newToken(process.argv.slice(2), process.env);
  if (created === null) {
    console.error(usage);
    process.exit(1);
  }
  // Standard output contains only the two lines, for programs that read them.
  console.error(
    `The ${created.what}, which is shown only now, and its line for the file in SIGHTLINE_API_TOKENS_FILE:`,
  );
  console.log(created.shown);
  console.log(created.line);
}
