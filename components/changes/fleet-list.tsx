import { conditionLabels } from '@/components/monitor/condition-labels';
import type { Bucket } from '@/components/time-chart/buckets';
import { ChartValues } from '@/components/time-chart/chart-values';
import { timeLabel } from '@/components/time-chart/time-labels';
import type { FleetSlot } from '@/lib/contract/changes';
import { formatInteger } from '@/lib/text/format';
import { fleetTitle, hasUnknown, worstOf } from './fleet-messages';

interface FleetListProps {
  buckets: readonly Bucket<FleetSlot>[];
  now: number;
  timeZone: string | undefined;
}

const counted = ['down', 'overdue', 'unknown'] as const;

/** The values of the chart as a collapsed table, the newest first. It is rendered only when it is open. */
export function FleetList({ buckets, now, timeZone }: FleetListProps) {
  const columns = hasUnknown(buckets) ? counted : counted.slice(0, 2);
  return (
    <ChartValues title={fleetTitle(buckets)} kind="table">
      {() => (
        <table className="w-full max-w-md text-left text-ink-2 text-xs">
          <thead>
            <tr className="text-ink-3">
              <th scope="col" className="py-0.5 font-normal">
                From
              </th>
              {columns.map((condition) => (
                <th key={condition} scope="col" className="py-0.5 text-right font-normal">
                  {conditionLabels[condition]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {buckets
              .filter(({ from }) => from <= now)
              .toReversed()
              .map((bucket) => {
                const worst = worstOf(bucket);
                return (
                  <tr key={bucket.from}>
                    <th scope="row" className="py-0.5 font-normal">
                      {timeLabel(bucket.from, now, timeZone)}
                    </th>
                    {worst === null ? (
                      <td colSpan={columns.length} className="py-0.5 text-right text-ink-3">
                        not observed
                      </td>
                    ) : (
                      columns.map((condition) => (
                        <td key={condition} className="py-0.5 text-right">
                          {formatInteger(worst[condition])}
                        </td>
                      ))
                    )}
                  </tr>
                );
              })}
          </tbody>
        </table>
      )}
    </ChartValues>
  );
}
