import { conditionLabel, maintenanceMeaning } from '@/components/monitor/condition-labels';
import { Age } from '@/components/ui/age';
import { useNow } from '@/components/ui/clock';
import { Instant } from '@/components/ui/instant';
import { Facts } from '@/components/ui/panel';
import type { DetailedMonitor, MonitorDetail } from '@/lib/contract/answers';
import { formatAge, formatInteger } from '@/lib/format';
import { Unset } from './setting-facts';

/** How the monitor is now, as the API last reported it. */
export function NowFacts({ monitor, meta }: { monitor: DetailedMonitor; meta: MonitorDetail['meta'] }) {
  const { as_of: asOf, detail_as_of: detailAsOf } = meta;
  return (
    <Facts
      items={[
        { name: 'Condition', value: conditionLabel(monitor) },
        {
          name: 'Last status',
          value: monitor.last_status ?? <Unset meaning="no check has run yet" />,
        },
        {
          name: 'Last check',
          value: monitor.last_check_at ? (
            <Instant iso={monitor.last_check_at} />
          ) : (
            <Unset label="Never" meaning="no check has run yet" />
          ),
        },
        {
          name: 'Response time',
          value:
            monitor.last_response_time_ms === null ? (
              <Unset label="None" meaning="the last check recorded no answer, or none has run" />
            ) : (
              `${formatInteger(monitor.last_response_time_ms)} ms`
            ),
        },
        { name: 'Next check', value: <NextCheck monitor={monitor} /> },
        {
          name: 'Maintenance',
          value: monitor.maintenance_mode ? maintenanceMeaning : 'Off',
        },
        {
          name: 'Read from the API',
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

function NextCheck({ monitor }: { monitor: DetailedMonitor }) {
  const now = useNow();
  if (!monitor.is_active) return <Unset label="None" meaning="the monitor is inactive" />;
  if (monitor.last_check_at === null)
    return <Unset label="Unknown" meaning="no check has run to count from" />;
  const seconds = Math.ceil((Date.parse(monitor.last_check_at) + monitor.interval * 1000 - now) / 1000);
  return seconds > 0 ? `expected in ${formatAge(seconds)}` : `was expected ${formatAge(-seconds)} ago`;
}
