'use client';

import { useState } from 'react';
import { type Source, useLoaded } from './lazy-parts';
import { useRequestedLoad } from './load-failure';
import { untilMovedOn } from './until-moved-on';

/**
 * A dialog whose module is loaded when it is first opened. `parts` is null until then. Who moves on while it is being
 * loaded does not get it.
 */
export function useLazyDialog<Parts>(source: Source<Parts>) {
  const parts = useLoaded(source);
  const load = useRequestedLoad();
  const [wanted, setWanted] = useState(false);
  return {
    parts,
    isOpen: wanted && parts !== null,
    async show() {
      setWanted(true);
      const giveUp = () => setWanted(false);
      const endWait = untilMovedOn(null, giveUp);
      if (!(await load(source))) giveUp();
      endWait();
    },
    close: () => setWanted(false),
  };
}
