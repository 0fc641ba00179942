// Apart from `format.ts`, which every page loads.

/** Milliseconds to a person: 10000 → "10 s", 1500 → "1.5 s", 250 → "250 ms". */
export function formatTimeout(milliseconds: number): string {
  return milliseconds >= 1000 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;
}
