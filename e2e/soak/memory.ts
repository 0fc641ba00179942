/** The product's memory, bytes. */
export interface MemorySample {
  /** Sampled at any time, so it may include garbage. */
  heap: number;
  resident: number;
}

/** Reads the memory from the metrics. */
export async function readMemory(origin: string, token: string): Promise<MemorySample> {
  const response = await fetch(`${origin}/api/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  const value = (name: string) => {
    const found = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    if (!(found > 0))
      throw new Error(`The metrics do not contain ${name}: ${response.status} ${text.slice(0, 500)}`);
    return found;
  };
  return {
    heap: value('nodejs_heap_size_used_bytes'),
    resident: value('process_resident_memory_bytes'),
  };
}

/** Returns the smallest heap of some samples, which approximates the heap without garbage. */
export function minHeap(samples: readonly MemorySample[]): number {
  return Math.min(...samples.map(({ heap }) => heap));
}
