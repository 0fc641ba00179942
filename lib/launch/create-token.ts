/**
 * Creates a token for a script, `npm run --silent create-token NAME`, or for a wall or a feed,
 * `npm run --silent create-token -- --wall NAME [--view VIEW]`. Prints the token, for a wall or a feed as a link, and its line
 * for the file in SIGHTLINE_API_TOKENS_FILE. Stores neither.
 */
import { parseArgs } from 'node:util';
import { createToken, lineOfToken, tokenName } from '../server/auth/api-token.ts';
import { readBasePath } from './base-path.ts';

const usage = `Give the token a name for the log: 1 to 40 letters, digits, dots, hyphens and underscores.
  npm run create-token grafana                                    for a script
  npm run create-token -- --wall lobby                            for a wall that shows all monitors
  npm run create-token -- --wall lobby --view 'type=https&region=fra1'
                                                                  for a wall with the filters of a list's URL
  npm run create-token -- --wall lobby --view Production          for a wall with a view of the views file
  npm run create-token -- --feed chat                             for a feed of outages, also with --view`;

function fail(): never {
  console.error(usage);
  process.exit(1);
}

function readArguments() {
  try {
    const options = { wall: { type: 'string' }, feed: { type: 'string' }, view: { type: 'string' } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch {
    return fail();
  }
}

/**
 * Returns the filters of a list's URL, or the name of a view. Parameters that a wall does not have, such as the page, are left
 * out.
 */
function filtersOf(view: string): string {
  const query = view.replace(/^[^?]*\?/, '');
  if (view !== '' && !query.includes('=')) return String(new URLSearchParams({ view }));
  const search = new URLSearchParams(query);
  for (const name of ['sort', 'order', 'page', 'per_page']) search.delete(name);
  // Beside filters, `view` is the name of a person's view, as in the URL of a list.
  if (search.size > 1) search.delete('view');
  return search.toString();
}

const { values, positionals } = readArguments();
const { wall, feed, view } = values;
const linked = wall ?? feed;
const [name = '', ...rest] = linked === undefined ? positionals : [linked, ...positionals];
const isAmbiguous = wall !== undefined && feed !== undefined;
if (!tokenName.test(name) || rest.length > 0 || isAmbiguous || (view !== undefined && linked === undefined))
  fail();
const token = createToken();
// Standard output contains only the two lines, for programs that read them.
console.error(
  `The ${linked === undefined ? 'token' : 'link'}, which is shown only now, and its line for the file in SIGHTLINE_API_TOKENS_FILE:`,
);
const { SIGHTLINE_PUBLIC_URL: origin = '', SIGHTLINE_BASE_PATH } = process.env;
const home = `${origin.replace(/\/$/, '')}${readBasePath(SIGHTLINE_BASE_PATH)}`;
const link = wall === undefined ? `${home}/api/changes/feed?token=${token}` : `${home}/wall#token=${token}`;
console.log(linked === undefined ? token : link);
const use = wall === undefined ? 'feed' : 'wall';
console.log(lineOfToken(name, token, linked === undefined ? null : filtersOf(view ?? ''), use));
