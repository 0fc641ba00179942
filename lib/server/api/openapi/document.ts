import { withBasePath } from '@/lib/text/base-path';
import 'server-only';
import { version } from '@/lib/text/version';
import { cookieName, SESSION_COOKIE } from '../../auth/cookies.ts';
import { TOKEN_REQUESTS_PER_MINUTE } from '../../auth/token-file.ts';
import { etaggedBody } from '../http.ts';
import { componentSchemas, errorResponses, headers } from './components.ts';
import { paths } from './operations.ts';

const introduction = `Everything that the pages of Sightline show, as JSON and CSV.

- **Reading is free**: requests here take nothing from the organization’s quota, except those for one monitor and those that refresh.
- **Read-only**, except for two POST endpoints that ask for a refresh. A third one reads a list of addresses and changes nothing. HEAD answers like GET; other methods get 405.
- **Strict**: an unknown, repeated or wrong parameter of the URL gets 400. The state, the badge and the feed ignore unknown ones, because caches and readers add some; health and metrics ignore all but their own.
- **Scripts** send \`Authorization: Bearer\` with a token, at most ${TOKEN_REQUESTS_PER_MINUTE} requests a minute. They should send the ETag of the last response in \`If-None-Match\`, and wait as long as \`Retry-After\` says.
- **Data is served with its age** while the API cannot be read: see \`meta.degraded\`. An error occurs only if nothing has ever been read.
- **Headers of all responses**: X-Request-Id is the ID of the request in the log. Server-Timing says how long the response took to make; a request that is refused before it reaches a route has none. X-RateLimit and X-Quota are what the API last reported, with the names that it has for them; they are absent before, and where no session and no token is needed.
- **History gets coarser with age**: Sightline keeps slots of a quarter of an hour for 2 days, of an hour for 8 days, then of four hours.
- Objects can have more fields in a later version.`;

const document = {
  openapi: '3.1.1',
  info: {
    title: 'Sightline',
    version,
    description: introduction,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: withBasePath('/'), description: 'The Sightline that serves this document.' }],
  paths,
  components: {
    schemas: componentSchemas,
    headers,
    responses: errorResponses,
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: cookieName(SESSION_COOKIE, true),
        description: `The session of a signed-in user; over plain http on loopback its name is ${cookieName(SESSION_COOKIE, false)}.`,
      },
      token: {
        type: 'http',
        scheme: 'bearer',
        description:
          'A token of "npm run create-token", whose line is in SIGHTLINE_API_TOKENS_FILE. It only reads, and compares lists of addresses.',
      },
      metricsToken: {
        type: 'http',
        scheme: 'bearer',
        description: 'The token in SIGHTLINE_METRICS_TOKEN.',
      },
    },
  },
};

export const openApiDocument = etaggedBody(document);
