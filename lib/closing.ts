/**
 * What must be done before the process ends. The launcher and the server that Next bundles are separate module
 * graphs, so the list hangs on a symbol they share.
 */
const key = Symbol.for('sightline.closing');

function list(): (() => Promise<void>)[] {
  const holder: typeof globalThis & { [key]?: (() => Promise<void>)[] } = globalThis;
  holder[key] ??= [];
  return holder[key];
}

/** Has something done when the process is about to end. */
export function onClose(run: () => Promise<void>): void {
  list().push(run);
}

/** Does it all. What fails does not keep the rest from being done. */
export async function closeAll(): Promise<void> {
  await Promise.allSettled(list().map((run) => run()));
}
