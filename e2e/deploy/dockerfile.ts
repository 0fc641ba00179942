import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Copy, DockerfileParser, Env } from 'dockerfile-ast';
import { projectRoot } from '../support/products/server-process.ts';

/** An instruction of a Dockerfile. */
interface Step {
  keyword: string;
  /** What follows the keyword and the flags. */
  text: string;
  /** The stage from which a `COPY` takes its files. */
  from: string | undefined;
}

/** A build stage, which begins with `FROM`. */
export interface Stage {
  name: string;
  steps: readonly Step[];
}

export const dockerfileText = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8');

/** The stages of a Dockerfile, in order. */
function stagesOf(text: string): readonly Stage[] {
  const dockerfile = DockerfileParser.parse(text);
  return dockerfile.getFROMs().map((from) => {
    const until = dockerfile
      .getFROMs()
      .find((next) => next.getRange().start.line > from.getRange().start.line);
    const isOfStage = (line: number) =>
      line > from.getRange().start.line && line < (until?.getRange().start.line ?? Infinity);
    return {
      name: from.getBuildStage() ?? '',
      steps: dockerfile
        .getInstructions()
        .filter((instruction) => isOfStage(instruction.getRange().start.line))
        .map((instruction) => ({
          keyword: instruction.getKeyword(),
          text: instruction.getArgumentsContent() ?? '',
          from:
            instruction instanceof Copy
              ? (instruction
                  .getFlags()
                  .find((flag) => flag.getName() === 'from')
                  ?.getValue() ?? undefined)
              : undefined,
        })),
    };
  });
}

/** The stages of the Dockerfile of this project. */
export const stages = stagesOf(dockerfileText);

/** @throws Error when the Dockerfile has no such stage */
export function stageNamed(name: string): Stage {
  const stage = stages.find((one) => one.name === name);
  if (stage === undefined) throw new Error(`The Dockerfile has no stage ${name}.`);
  return stage;
}

/** Returns the environment that a stage's `ENV` instructions set. */
export function environmentOf({ steps }: Pick<Stage, 'steps'>): Record<string, string> {
  const texts = steps.filter(({ keyword }) => keyword === 'ENV').map(({ text }) => `ENV ${text}`);
  const properties = DockerfileParser.parse(['FROM scratch', ...texts].join('\n'))
    .getInstructions()
    .flatMap((instruction) => (instruction instanceof Env ? instruction.getProperties() : []));
  return Object.fromEntries(properties.map((one) => [one.getName(), one.getValue() ?? '']));
}

/** The argument of the last instruction with this keyword. @throws Error when the stage has none */
export function lastOf(stage: Stage, keyword: string): string {
  const text = stage.steps.findLast((step) => step.keyword === keyword)?.text;
  if (text === undefined) throw new Error(`The stage ${stage.name} has no ${keyword}.`);
  return text;
}
