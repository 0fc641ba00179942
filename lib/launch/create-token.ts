/**
 * Creates a token for scripts: `npm run --silent create-token NAME`. Prints it, and its line for the file in
 * SIGHTLINE_API_TOKENS_FILE, and stores neither.
 */
import { createToken, lineOfToken, tokenName } from '../server/auth/api-token.ts';

const [name = '', ...rest] = process.argv.slice(2);
if (!tokenName.test(name) || rest.length > 0) {
  console.error(
    'Give the token a name for the log: 1 to 40 letters, digits, dots, hyphens and underscores, for example "npm run create-token grafana".',
  );
  process.exit(1);
}
const token = createToken();
// Standard output contains only the two lines, for programs that read them.
console.error('The token, which is shown only now, and its line for the file in SIGHTLINE_API_TOKENS_FILE:');
console.log(token);
console.log(lineOfToken(name, token));
