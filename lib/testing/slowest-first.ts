import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that are CPU-bound for seconds. They are even slower after V8 has seen other object shapes in the same code. */
const slow = ['simulate', 'pacing-economy', 'incomplete', 'replicas', 'outage'];

const isSlow = ({ moduleId }: TestSpecification) =>
  slow.some((name) => moduleId.endsWith(`/${name}.test.ts`));

/** Runs the slow files first, even if Vitest has not measured them yet. Otherwise one of them could run alone at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isSlow(b)) - Number(isSlow(a)));
  }
}
