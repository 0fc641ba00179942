import { expect, test } from 'vitest';
import { stages, stagesOf } from './dockerfile.ts';
import { expectKnownInstructions, knownInstructions } from './known-instructions.ts';

/** Checks a stage with these instructions. */
function check(...lines: string[]): void {
  const [stage] = stagesOf(['FROM node AS made-up', ...lines].join('\n'));
  if (stage === undefined) throw new Error('There is no stage.');
  expectKnownInstructions(stage);
}

test('the tests execute the whole Dockerfile, and know no instruction that it does not use', () => {
  for (const stage of stages) expectKnownInstructions(stage);
  const used = new Set(stages.flatMap(({ steps }) => steps.map(({ keyword }) => keyword)));
  expect([...used].sort()).toEqual([...knownInstructions].sort());
});

test.each([
  'ADD a b',
  'ENTRYPOINT ["node"]',
  'MAINTAINER someone',
  'ONBUILD RUN true',
  'SHELL ["bash", "-c"]',
  'COPY --chown=1000:1000 a b',
  'COPY --from=build --chmod=755 a b',
  'COPY --link a b',
  'RUN --mount=type=cache,target=/cache npm ci',
  'RUN --network=none true',
  'RUN <<END\ntrue\nEND',
  'RUN echo $VERSION',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of a Dockerfile.
  'WORKDIR ${FOLDER}',
  'ENV A=$B',
])('the tests do not ignore %j, but fail', (line) => {
  expect(() => check('COPY --from=build a b', 'RUN true')).not.toThrow();
  expect(() => check(line)).toThrow(/^Stage made-up: [A-Z]+ .+\.$/s);
});

test('the tests execute commands as root only where an engine does', () => {
  expect(() => check('RUN true', 'USER 1000:1000', 'COPY a b')).not.toThrow();
  expect(() => check('USER 1000:1000', 'RUN true')).toThrow('after USER');
  expect(() => check('USER 1000:1000', 'WORKDIR /app')).toThrow('after USER');
});
