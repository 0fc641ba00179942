/** What the product says of its memory, bytes. */
export interface MemorySample {
  /** After the last garbage collection or not, as it comes. */
  heap: number;
  resident: number;
}

/** Reads it from the metrics. */
export async function readMemory(origin: string, token: string): Promise<MemorySample> {
  const answer = await fetch(`${origin}/api/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  const value = (name: string) => {
    const found = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    if (!(found > 0))
      throw new Error(`The metrics do not say ${name}: ${answer.status} ${text.slice(0, 500)}`);
    return found;
  };
  return {
    heap: value('nodejs_heap_size_used_bytes'),
    resident: value('process_resident_memory_bytes'),
  };
}

/** The least heap in a stretch of samples: what is really held, without what waits to be collected. */
export function leastHeap(samples: readonly MemorySample[]): number {
  return Math.min(...samples.map(({ heap }) => heap));
}
