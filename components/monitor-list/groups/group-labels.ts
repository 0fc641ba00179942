import type { InventoryQuery } from '@/lib/contract/inventory-query';

type By = NonNullable<InventoryQuery['group']>;

/** What the list can be grouped by, as it is shown. */
export const groupingLabels: Record<By, string> = {
  region: 'Region',
  type: 'Type',
  host: 'Host',
  domain: 'Domain',
  name: 'Part of the name',
};

const withoutValue: Record<By, string> = {
  region: 'No region',
  type: 'No type',
  host: 'No host',
  domain: 'No domain',
  name: 'Other names',
};

/** The label of a group. The group of the monitors without a value has a label of its own. */
export function groupLabel(group: { key: string; label: string }, by: By | undefined): string {
  return group.key === '' && by !== undefined ? withoutValue[by] : group.label;
}
