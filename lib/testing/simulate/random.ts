/** The generator Mulberry32, seeded for reproducible runs. @returns numbers from 0 (inclusive) to 1 (exclusive) */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A Poisson-distributed number, by Knuth's algorithm. Works for means up to 700, where `Math.exp(-mean)` underflows. */
export function poisson(mean: number, random: () => number): number {
  const threshold = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > threshold; product *= random()) count += 1;
  return count;
}
