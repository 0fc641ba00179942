'use client';

import { useState } from 'react';

/** The rows, in which one that is as it was is the same object as before: then nothing of it is rendered again. */
export function useSameRows<Row>(rows: readonly Row[], isSame: (a: Row, b: Row) => boolean): readonly Row[] {
  const [kept, setKept] = useState(rows);
  const next = rows.map((row, place) => {
    const old = kept[place];
    return old !== undefined && isSame(old, row) ? old : row;
  });
  if (next.length === kept.length && next.every((row, place) => row === kept[place])) return kept;
  setKept(next);
  return next;
}
