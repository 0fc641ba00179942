import { parseAsStringLiteral } from 'nuqs/server';

/** Which quota the chart on the usage page shows. */
export const windowSearchParam = parseAsStringLiteral(['daily', 'monthly'] as const).withDefault('daily');
