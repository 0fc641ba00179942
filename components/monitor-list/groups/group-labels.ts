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

/** The labels of the group of monitors that have no value, or one that no other monitor has. */
const restLabels: Record<By, string> = {
  region: 'No region',
  type: 'No type',
  host: 'Other hosts',
  domain: 'Other domains',
  name: 'Other names',
};

/** The label of a group. */
export function groupLabel({ key, label }: Pick<MonitorGroup, 'key' | 'label'>, by: By | undefined): string {
  return key !== '' || by === undefined ? label : restLabels[by];
}
