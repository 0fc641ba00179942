import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cheapPasswordHash } from '../../../lib/server/auth/password-hash.fixtures.ts';
import { projectRoot } from '../products/server-process.ts';

/** Secrets that tests search for in everything sent, logged or built; each is different in every encoding. */
export const secrets = {
  'the API key': 'sk/Canary+Key~7f3kQ9"<&\\zz\'=',
  'the password': 'canary "pass" wörd/<&>\\+ of everybody',
  'the session secret': 'canary/session+"<&\\~secret-0123456789abcdef',
  "the provider's secret": 'canary/client+"<&\\~secret-fedcba',
  'the metrics token': 'canary/metrics+<&~token-0123456789',
  'the token of a script': 'sightline_canaryToken-7f3kQ9_xyzXYZ0123456789abcdEFgh',
  'a wrong token': 'sightline_wrongCanary-8g4lR0_abcABC9876543210zyxwVUts',
};

/** Settings of a product that contain all of them. */
export const secretSettings = {
  MONITOR_API_KEY: secrets['the API key'],
  SIGHTLINE_SESSION_SECRETS: secrets['the session secret'],
  SIGHTLINE_PASSWORD_HASH: cheapPasswordHash(secrets['the password']),
  SIGHTLINE_OIDC_ISSUER: 'http://127.0.0.1:9',
  SIGHTLINE_OIDC_CLIENT_ID: 'sightline',
  SIGHTLINE_OIDC_CLIENT_SECRET: secrets["the provider's secret"],
  SIGHTLINE_METRICS_TOKEN: secrets['the metrics token'],
};

/** The folder of the build under test. */
export const buildFolder = join(projectRoot, '.next');
const buildId = () => readFileSync(join(buildFolder, 'BUILD_ID'), 'utf8');
const markFile = join(buildFolder, 'built-with-secrets');

/** Records that the secrets were in the environment of the present build. */
export function markBuild(): void {
  writeFileSync(markFile, buildId());
}

/** Whether the secrets were in the environment of the present build. */
export function isBuiltWithSecrets(): boolean {
  try {
    return readFileSync(markFile, 'utf8') === buildId();
  } catch {
    return false;
  }
}
