import type { QueryProblem } from '@/lib/contract/inventory-query';
import { breachMessage } from '@/lib/contract/query-rules';
import { monitorTypes } from '@/lib/contract/vocabulary';

const labels: Readonly<Record<string, string>> = {
  q: 'Search',
  type: 'Type',
  condition: 'Condition',
  region: 'Region',
  is_active: 'Active',
  maintenance_mode: 'Maintenance',
  sort: 'Sort',
  order: 'Order',
  page: 'Page',
  per_page: 'Page size',
};
const facets: readonly string[] = ['type', 'condition', 'region'];
/** What cannot be seen, or would turn the direction of the sentence around it. */
const unseen = /[\p{Cc}\p{Cf}]/gu;

interface RefusalMessage {
  title: string;
  text: string;
  /** What the link says that takes the parameter out of the address. */
  remove: string;
}

/** Why a parameter of the list's address is refused, and what to do. */
export function refusalMessage(problem: QueryProblem): RefusalMessage {
  const { parameter, value, breach } = problem;
  const label = labels[parameter] ?? parameter;
  const name = label.toLowerCase();
  const quoted = `“${value.replace(unseen, '\uFFFD')}”`;
  const text = `${label} ${breachMessage(parameter, breach)}.`;
  if (breach !== 'value') {
    return { title: `${label} ${breachMessage(parameter, breach)}`, text: '', remove: `Remove ${name}` };
  }
  if (parameter === 'q') return { title: 'This search is not valid', text, remove: 'Remove search' };
  const remove = `Remove ${name} ${quoted}`;
  if (!facets.includes(parameter)) return { title: `${label} cannot be ${quoted}`, text, remove };
  const title = `There is no ${name} ${quoted}`;
  if (parameter !== 'type') return { title, text, remove };
  return { title, text: `No monitor has it, and the API knows ${monitorTypes.join(', ')} only.`, remove };
}
