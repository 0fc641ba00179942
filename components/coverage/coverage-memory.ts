import type { Coverage, CoverageAnswer } from '@/lib/contract/coverage';

export const sortings = { urgency: 'Worst first', list: 'Order of the list', address: 'Address' } as const;
export type Sorting = keyof typeof sortings;

/** What the page shows: it is shown again after a look at a monitor. */
export interface CoverageState {
  /** The text in the field. */
  text: string;
  /** Changes when the text does, other than by typing. */
  revision: number;
  /** The chosen file, which is not in the field: it may be large. */
  file: File | null;
  coverage: Coverage | null;
  answer: CoverageAnswer | null;
  sorting: Sorting;
  page: number;
  perPage: number;
}

let state: CoverageState = {
  ...{ text: '', revision: 0, file: null, coverage: null, answer: null },
  ...{ sorting: 'urgency', page: 1, perPage: 50 },
};

/** The state when the page was left, or the initial one. Only handlers in the browser change it, so that the server has none. */
export const rememberedState = (): CoverageState => state;

export function remember(next: CoverageState): void {
  state = next;
}
