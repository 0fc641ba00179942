import { expect, onTestFinished, test } from 'vitest';
import { createTokenFile } from '../../../e2e/support/sign-in/token-file.ts';
import { oidcSettings, sessionSettings } from './access-config.fixtures.ts';
import type { AccessConfig } from './access-config.ts';
import { accessParts } from './access-parts.fixtures.ts';
import { createAccess } from './create-access.ts';

const hash = { key: Buffer.alloc(32), salt: Buffer.alloc(16), log2N: 10, r: 8, p: 1 };
const configs: Exclude<AccessConfig, { mode: 'none' }>[] = [
  { mode: 'password', hash, ...sessionSettings },
  oidcSettings('https://provider.example'),
];

test.each(configs)('with $mode sign-in the tokens of the file admit scripts', async (config) => {
  const tokens = createTokenFile('grafana');
  onTestFinished(tokens.remove);
  const { SIGHTLINE_API_TOKENS_FILE: tokensFile } = tokens.env;
  const access = await createAccess({ ...config, tokensFile }, await accessParts());
  const caller = await access.gate.admitToRoute({
    cookies: null,
    authorization: tokens.headers('grafana').Authorization,
  });
  expect(caller).toMatchObject({ token: 'grafana' });
});
