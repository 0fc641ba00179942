import type { Stage, Step } from './dockerfile.ts';

/** The instructions that the interpreter executes, with their supported flags. */
const executed: Readonly<Record<string, readonly string[]>> = {
  COPY: ['from'],
  ENV: [],
  RUN: [],
  WORKDIR: [],
};

/**
 * Instructions that change neither the files nor the environment of a stage. The tests use them: they start `CMD` as
 * `USER`, with a volume at `VOLUME`, and run the command of `HEALTHCHECK`. `ARG` may only be used in labels and
 * `FROM`, because the interpreter substitutes no variables.
 */
const withoutFiles = ['ARG', 'CMD', 'EXPOSE', 'HEALTHCHECK', 'LABEL', 'STOPSIGNAL', 'USER', 'VOLUME'];

/** Every instruction that a stage may have. */
export const knownInstructions: readonly string[] = [...Object.keys(executed), ...withoutFiles];

/** Says why the interpreter cannot execute a step; null when it can. @param earlier the keywords before it in its stage */
function objection({ keyword, text, flags }: Step, earlier: readonly string[]): string | null {
  if (withoutFiles.includes(keyword)) return null;
  const knownFlags = executed[keyword];
  if (knownFlags === undefined) return 'is not an instruction that the tests execute';
  const unknown = Object.keys(flags).filter((flag) => !knownFlags.includes(flag));
  if (unknown.length > 0) return `has flags that the tests do not follow: ${unknown.join(', ')}`;
  // The shell knows the variables of ENV, but not those of ARG.
  if (/\$|<</.test(text)) return 'uses a variable or a here-document';
  if (['RUN', 'WORKDIR'].includes(keyword) && earlier.includes('USER'))
    return 'is after USER, and would be done as root';
  return null;
}

/** @throws Error when the interpreter would ignore a part of what the stage says */
export function expectKnownInstructions({ name, steps }: Stage): void {
  for (const [n, step] of steps.entries()) {
    const reason = objection(
      step,
      steps.slice(0, n).map(({ keyword }) => keyword),
    );
    if (reason !== null) throw new Error(`Stage ${name}: ${step.keyword} ${step.text} ${reason}.`);
  }
}
