/**
 * Builds the product for the tests: `npm run test:build`. It is what `npm run build` makes, with secrets in the
 * environment, so that a test can look for them in all that was built.
 */
import { spawnSync } from 'node:child_process';
import { markBuild, secretSettings } from './support/secrets.ts';
import { projectRoot } from './support/server-process.ts';

const { status } = spawnSync(process.execPath, ['lib/launch/main.ts', 'build'], {
  cwd: projectRoot,
  env: { ...process.env, ...secretSettings, SIGHTLINE_AUTH: 'oidc' },
  stdio: 'inherit',
});
if (status === 0) markBuild();
process.exitCode = status ?? 1;
