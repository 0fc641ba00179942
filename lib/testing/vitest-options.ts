import type { TestTagDefinition } from 'vitest';

/** Tests of server code run as the server does: `server-only` is empty under this condition. */
export const serverConditions = ['react-server', 'module', 'node'];

/** Tests without a tag are part of `npm test`. A comment `@module-tag deep` tags all tests of a file. */
export const tags: TestTagDefinition[] = [
  { name: 'deep', description: 'Slow, needs more than npm installs, or repeats what a core test shows.' },
  { name: 'nightly', description: 'Too long for each change.' },
  { name: 'generated', description: 'Runs in the core too, at night with more generated input.' },
];
