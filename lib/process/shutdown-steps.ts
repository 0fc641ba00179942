/**
 * `background`: work that starts by itself is stopped. `storage`: data is written and the store closed;
 * nothing is recorded after it. Between the two stages the launcher completes the requests in flight.
 */
type Stage = 'background' | 'storage';
type Step = () => void | Promise<void>;

/**
 * The launcher and the server that Next bundles are separate module graphs. They share the steps by a global
 * symbol.
 */
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

/** Runs the steps of a stage, each only once. If a step fails, the others still run. */
export async function runShutdown(stage: Stage): Promise<void> {
  const pending = steps()[stage].splice(0);
  await Promise.allSettled(pending.map(async (step) => step()));
}
