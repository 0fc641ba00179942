'use client';

import { useState } from 'react';
import { type Source, useLoaded } from './lazy-parts';
import { useRequestedLoad } from './load-failure';

/** A dialog whose module is loaded when it is first opened. `parts` is null until then. */
export function useLazyDialog<Parts>(source: Source<Parts>) {
  const parts = useLoaded(source);
  const load = useRequestedLoad();
  const [wanted, setWanted] = useState(false);
  return {
    parts,
    isOpen: wanted && parts !== null,
    async show() {
      setWanted(true);
      if (!(await load(source))) setWanted(false);
    },
    close: () => setWanted(false),
  };
}
