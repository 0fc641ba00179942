import type { Change } from '@/lib/contract/changes';
import type { ChangeKind } from '@/lib/contract/conditions';

/** A change of a monitor that differs from others in the given fields. Times are ISO 8601. */
export function changeOf(
  id: string,
  kind: ChangeKind,
  to: string,
  given: Partial<Omit<Change, 'monitor'>> & { monitor?: Partial<Change['monitor']> } = {},
): Change {
  const { monitor, ...rest } = given;
  return {
    id,
    kind,
    from: new Date(Date.parse(to) - 60_000).toISOString(),
    to,
    lasted: null,
    pair: null,
    fields: null,
    ...rest,
    monitor: {
      monitor_uuid: `uuid-${id}`,
      name: `Monitor ${id}`,
      type: 'https',
      target: `https://${id}.example.org/health`,
      port: null,
      regions: ['fra1'],
      ...monitor,
    },
  };
}
