'use client';

import { useStored } from '@/components/ui/use-stored';
import { refreshChoiceSchema, usualChoice } from './refresh-choice';

/** How often this person wants the monitors read, kept in this browser. */
export function useRefreshChoice() {
  return useStored('sightline.refresh.v1', refreshChoiceSchema, usualChoice);
}
