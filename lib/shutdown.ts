/**
 * `background`: work that starts by itself is stopped. `storage`: what is known is written and closed; nothing is
 * recorded after it. The launcher answers the requests under way between the two.
 */
type Stage = 'background' | 'storage';
type Step = () => void | Promise<void>;

/** The launcher and the server that Next bundles are separate module graphs, so they share the steps by a symbol. */
const key = Symbol.for('sightline.shutdown');

function steps(): Record<Stage, Step[]> {
  const holder: typeof globalThis & { [key]?: Record<Stage, Step[]> } = globalThis;
  holder[key] ??= { background: [], storage: [] };
  return holder[key];
}

/** Registers a step of the shutdown. */
export function onShutdown(stage: Stage, step: Step): void {
  steps()[stage].push(step);
}

/** Runs the steps of a stage, each of them once. A step that fails does not keep the others from running. */
export async function runShutdown(stage: Stage): Promise<void> {
  const due = steps()[stage].splice(0);
  await Promise.allSettled(due.map(async (step) => step()));
}
