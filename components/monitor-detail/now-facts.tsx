import { knownStatuses, maintenanceMeaning } from '@/components/monitor/condition-labels';
import { visibleName } from '@/components/monitor/monitor-names';
import { isUnknown } from '@/components/monitor/unknown-fields';
import { IfKnown, UnknownValue } from '@/components/monitor/unknown-value';
import { Age } from '@/components/ui/age';
import { useNow } from '@/components/ui/clock';
import { Instant } from '@/components/ui/instant';
import { Facts } from '@/components/ui/panel';
import type { DetailedMonitor, MonitorDetail } from '@/lib/contract/responses';
import { formatAge, formatInteger, isAhead } from '@/lib/text/format';
import { Unset } from './setting-facts';
import { Since } from './since';

/** The current state of a monitor, as last reported by the API. @param props.meta the times of the reads */
export function NowFacts({ monitor, meta }: { monitor: DetailedMonitor; meta: MonitorDetail['meta'] }) {
  const { as_of: asOf, detail_as_of: detailAsOf } = meta;
  return (
    <Facts
      items={[
        { name: 'Since', value: <Since monitor={monitor} /> },
        ...(knownStatuses.includes(monitor.last_status) && !isUnknown(monitor, 'last_status')
          ? []
          : [{ name: 'Last status', value: visibleName(monitor.last_status ?? '') ?? <UnknownValue /> }]),
        {
          name: 'Last check',
          value: (
            <IfKnown monitor={monitor} field="last_check_at">
              {monitor.last_check_at ? <Instant iso={monitor.last_check_at} /> : 'Never'}
            </IfKnown>
          ),
        },
        {
          name: 'Response time',
          value: (
            <IfKnown monitor={monitor} field="last_response_time_ms">
              {responseTime(monitor)}
            </IfKnown>
          ),
        },
        { name: 'Next check', value: <NextCheck monitor={monitor} /> },
        ...(monitor.maintenance_mode === false
          ? []
          : [
              {
                name: 'Maintenance',
                value: monitor.maintenance_mode ? maintenanceMeaning : <UnknownValue />,
              },
            ]),
        {
          name: 'Data fetched',
          value: (
            <>
              <Age iso={asOf} suffix=" ago" />
              {detailAsOf ? (
                <>
                  , settings <Age iso={detailAsOf} suffix=" ago" />
                </>
              ) : null}
            </>
          ),
        },
      ]}
    />
  );
}

function responseTime(monitor: DetailedMonitor): string {
  const { last_response_time_ms: milliseconds, last_check_at: lastCheck } = monitor;
  if (milliseconds !== null) return `${formatInteger(milliseconds)} ms`;
  if (isUnknown(monitor, 'last_check_at')) return 'None';
  return lastCheck === null ? 'Never checked' : 'No response';
}

function NextCheck({ monitor }: { monitor: DetailedMonitor }) {
  const now = useNow();
  const { is_active, interval, last_check_at: lastCheck } = monitor;
  if (is_active === false) return <Unset label="None" meaning="inactive" />;
  if (is_active === null || interval === null || isUnknown(monitor, 'last_check_at')) return <UnknownValue />;
  if (lastCheck === null) return <Unset label="Unknown" meaning="never checked" />;
  if (isAhead(Date.parse(lastCheck), now))
    return <Unset label="Unknown" meaning="the last check is in the future" />;
  const seconds = Math.ceil((Date.parse(lastCheck) + interval * 1000 - now) / 1000);
  return seconds > 0 ? `due in ${formatAge(seconds)}` : `was due ${formatAge(-seconds)} ago`;
}
