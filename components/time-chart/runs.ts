/** Consecutive periods with the same key: the index of the first one, and of the one after the last. */
export interface Run<Key> {
  key: Key;
  from: number;
  to: number;
}

/** Joins consecutive periods that have the same key. */
export function runsOf<Period, Key>(periods: readonly Period[], keyOf: (period: Period) => Key): Run<Key>[] {
  const runs: Run<Key>[] = [];
  for (const [index, period] of periods.entries()) {
    const key = keyOf(period);
    const last = runs.at(-1);
    if (last?.key === key) last.to = index + 1;
    else runs.push({ key, from: index, to: index + 1 });
  }
  return runs;
}

/** Where a run is in a picture of `count` periods, as CSS. */
export function placeOf({ from, to }: Run<unknown>, count: number): { left: string; width: string } {
  return { left: `${(from / count) * 100}%`, width: `${((to - from) / count) * 100}%` };
}
