/**
 * Builds the product for the tests: `npm run test:build`. It is the same as `npm run build`, with secrets in the
 * environment, so that a test can search the build for them. A build with a warning fails, because everyone who tries
 * the product would see the warning.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { markBuild, secretSettings } from './support/hostile/secrets.ts';
import { projectRoot } from './support/products/server-process.ts';

const build = spawn(process.execPath, ['lib/launch/main.ts', 'build'], {
  cwd: projectRoot,
  env: { ...process.env, ...secretSettings, SIGHTLINE_AUTH: 'oidc' },
  stdio: ['inherit', 'pipe', 'pipe'],
});
let output = '';
for (const [from, to] of [
  [build.stdout, process.stdout],
  [build.stderr, process.stderr],
] as const) {
  from.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    to.write(text);
  });
}
const [status]: unknown[] = await once(build, 'close');
const hasWarned = /\bwarn(ing)?\b/i.test(output);
if (hasWarned) console.error('The build warns: see above.');
if (status === 0 && !hasWarned) markBuild();
else process.exitCode = 1;
