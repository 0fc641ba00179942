import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { endNow, listenOnLoopback } from '../http/loopback.ts';

/** An OpenID provider that can be made to violate the protocol. */
export interface HostileProvider {
  issuer: string;
  /** Falsifies all later responses in this way; null makes the provider correct again. */
  lie(lie: Falsification | null): void;
  close(): Promise<void>;
}

/** The falsified parts of the protocol. Each function receives the correct value. */
export interface Falsification {
  metadata?: (metadata: Fields) => Fields;
  /** The public keys. Called at each reading. */
  keys?: (keys: Fields[]) => Fields[];
  /** The query of the redirect back to the product. */
  answer?: (query: Record<string, string>) => Record<string, string>;
  /** The claims of the ID token. */
  claims?: (claims: Fields) => Fields;
  /** The complete ID token, from its header and payload. `signWith` signs with the correct key or with another. */
  token?: (parts: {
    header: Fields;
    payload: Fields;
    signWith: (key: 'own' | 'other', header: Fields, payload: Fields) => string;
  }) => string;
  /** The complete response of the token endpoint. */
  tokens?: (tokens: Fields) => Fields;
  userInfo?: (claims: Fields) => Fields;
  /** The status with which the userinfo is refused. */
  userInfoStatus?: number;
}

type Fields = Record<string, unknown>;

const keys = {
  own: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  other: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
const KEY_ID = 'key-1';

/**
 * Starts a provider that signs every user in as `eve` at once and checks the code verifier. Otherwise it is correct.
 */
export async function startHostileProvider(clientId: string): Promise<HostileProvider> {
  let lie: Falsification = {};
  const begun = new Map<string, { nonce: string; challenge: string }>();
  const server = createServer(async (request, response) => {
    const { status = 200, location, challenge, body = {} } = await answerTo(request);
    response.writeHead(status, {
      'Content-Type': 'application/json',
      Connection: 'close',
      ...(location ? { Location: location } : {}),
      ...(challenge ? { 'WWW-Authenticate': challenge } : {}),
    });
    response.end(JSON.stringify(body));
  });
  const issuer = `http://localhost:${await listenOnLoopback(server)}`;

  async function answerTo(
    request: IncomingMessage,
  ): Promise<{ status?: number; location?: string; challenge?: string; body?: Fields }> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', issuer);
    // Some providers have several tenants, whose issuers have a path.
    switch (pathname.replace('/tenant', '')) {
      case '/.well-known/openid-configuration':
        return { body: (lie.metadata ?? unchanged)(metadata(issuer)) };
      case '/jwks':
        return {
          body: {
            keys: (lie.keys ?? unchanged)([
              { ...keys.own.publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' },
            ]),
          },
        };
      case '/authorize': {
        const code = `code-${begun.size}`;
        begun.set(code, { nonce: query.get('nonce') ?? '', challenge: query.get('code_challenge') ?? '' });
        const answer = { code, state: query.get('state') ?? '', iss: issuer };
        return {
          status: 303,
          location: `${query.get('redirect_uri')}?${new URLSearchParams((lie.answer ?? unchanged)(answer))}`,
        };
      }
      case '/token':
        return tokensFor(new URLSearchParams(await textOf(request)));
      case '/me':
        if (lie.userInfoStatus !== undefined) {
          return { status: lie.userInfoStatus, challenge: 'Bearer error="insufficient_scope"' };
        }
        return { body: (lie.userInfo ?? unchanged)({ sub: 'eve', name: 'Eve' }) };
      default:
        return { status: 404 };
    }
  }

  function tokensFor(form: URLSearchParams) {
    const known = begun.get(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (known === undefined || known.challenge !== challenge)
      return { status: 400, body: { error: 'invalid_grant' } };
    const now = Math.floor(Date.now() / 1000);
    const header = { alg: 'RS256', kid: KEY_ID };
    const payload = (lie.claims ?? unchanged)({
      iss: issuer,
      aud: clientId,
      sub: 'eve',
      nonce: known.nonce,
      iat: now,
      exp: now + 300,
    });
    const idToken = lie.token?.({ header, payload, signWith }) ?? signWith('own', header, payload);
    return {
      body: (lie.tokens ?? unchanged)({
        access_token: 'access',
        token_type: 'Bearer',
        expires_in: 300,
        id_token: idToken,
      }),
    };
  }

  return {
    issuer,
    lie: (next) => {
      lie = next ?? {};
    },
    close: () => endNow(server),
  };
}

function metadata(issuer: string): Fields {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/me`,
    authorization_response_iss_parameter_supported: true,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

export function unsigned(header: Fields, payload: Fields): string {
  return [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}

function signWith(key: 'own' | 'other', header: Fields, payload: Fields): string {
  const text = unsigned(header, payload);
  return `${text}.${sign('sha256', Buffer.from(text), keys[key].privateKey).toString('base64url')}`;
}

const unchanged = <T>(value: T): T => value;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}
