import type { GroupingPreview, MonitorGroup } from '@/lib/contract/responses';

type By = GroupingPreview['group'];

/** What the list can be grouped by, as it is shown. */
export const groupingLabels: Record<By, string> = {
  region: 'Region',
  type: 'Type',
  host: 'Host',
  domain: 'Domain',
  name: 'Part of the name',
};

/** The label of a group. The monitors without a value, or with one that no other has, have a label of their own. */
export function groupLabel({ key, label }: Pick<MonitorGroup, 'key' | 'label'>, by: By | undefined): string {
  if (key !== '') return label;
  return by === 'region' ? 'No region' : 'Other';
}
