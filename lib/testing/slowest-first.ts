import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** CPU-bound for seconds, and slower once V8 has seen other object shapes in the same code. */
const slow = ['simulate', 'pacing-economy', 'incomplete', 'replicas', 'outage'];

const isSlow = ({ moduleId }: TestSpecification) =>
  slow.some((name) => moduleId.endsWith(`/${name}.test.ts`));

/** Begins with the slow files, also where Vitest has not measured them yet, so that no processor waits for the last one. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isSlow(b)) - Number(isSlow(a)));
  }
}
