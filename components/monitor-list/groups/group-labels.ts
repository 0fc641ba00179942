import { type groupings, type NamePart, nameParts } from '@/lib/contract/list-layout';
import type { MonitorGroup } from '@/lib/contract/responses';

/** A grouping as the URL or a preview has it. Without `name_part` a name has its first part. */
interface Grouping {
  group?: (typeof groupings)[number] | null | undefined;
  name_part?: NamePart | null | undefined;
}

/** What the list is grouped by: "Region", "Name, part 2", "Name, last part"; '' without groups. */
export function groupingLabel({ group, name_part }: Grouping): string {
  const label = capitalized(group ?? '');
  if (group !== 'name') return label;
  const part = name_part ?? 'first';
  return `${label}, ${part.endsWith('last') ? partLabel(part) : `part ${nameParts.indexOf(part) + 1}`}`;
}

export const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** "second part" */
export const partLabel = (part: NamePart) => `${part.replace('_', ' ')} part`;

/** The label of the monitors that have no value, or one that no other monitor has: "No region", "No shared second part". */
export function restLabel({ group, name_part }: Grouping): string {
  if (group === 'region' || group === 'type') return `No ${group}`;
  return `No shared ${group === 'name' ? partLabel(name_part ?? 'first') : group}`;
}

/** The label of a group. @param grouping that of its list */
export function groupLabel({ key, label }: Pick<MonitorGroup, 'key' | 'label'>, grouping: Grouping): string {
  return key === '' && grouping.group ? restLabel(grouping) : label;
}
