/**
 * Creates a token for a script, `npm run --silent create-token NAME`, or for a wall or a feed,
 * `npm run --silent create-token -- --wall NAME [--view VIEW]`. Prints the token, for a wall or a feed as a link, and its line
 * for the file in SIGHTLINE_API_TOKENS_FILE. Stores neither.
 */
import { newToken } from './new-token.ts';

const usage = `Give the token a name for the log: 1 to 40 letters, digits, dots, hyphens and underscores.
  npm run create-token grafana                                    for a script
  npm run create-token -- --wall lobby                            for a wall that shows all monitors
  npm run create-token -- --wall lobby --view 'type=https&region=fra1'
                                                                  for a wall with the filters of a list's URL
  npm run create-token -- --wall lobby --view Production          for a wall with a view of the views file
  npm run create-token -- --feed chat                             for a feed of outages, also with --view`;

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
