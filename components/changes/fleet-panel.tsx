import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { errorTitle } from '@/components/errors/explain-error';
import { useFailure } from '@/components/errors/failure';
import { placeOf, runsOf } from '@/components/time-chart/buckets';
import { ChartValues, LazyTimeChart, ValuesTable } from '@/components/time-chart/chart';
import type { Span } from '@/components/time-chart/chosen-time';
import { rangeName } from '@/components/time-chart/days-switch';
import { timeLabel } from '@/components/time-chart/time-labels';
import { useMinute } from '@/components/ui/clock';
import { useTimeZone } from '@/components/ui/time-zone';
import { useLastData } from '@/components/ui/use-last-data';
import { useRequestContext } from '@/components/ui/use-request-context';
import { fleetHistoryQuery } from '@/lib/client/history-queries';
import { conditionLabels } from '@/lib/contract/conditions';
import type { HistoryDays } from '@/lib/contract/limits';
import { formatInteger } from '@/lib/text/format';
import {
  counted,
  type FleetCounts,
  type FleetPeriod,
  fleetLabel,
  fleetPeriods,
  fleetSummary,
  fleetTitle,
  isPartlyUnseen,
  meanLabel,
  oneDecimal,
} from './fleet-messages';

/**
 * The panel with the chart of the monitors that were down, overdue or unknown; null while nothing was observed.
 *
 * @param props.keptDays for how many days observations are remembered
 * @param props.chosen the chosen time; null: none
 * @param props.onTime called with the chosen time
 */
export function FleetPanel(props: {
  days: HistoryDays;
  keptDays: number;
  chosen: Span | null;
  onTime: (time: Span) => void;
}) {
  const { days, keptDays, chosen, onTime } = props;
  const zone = useTimeZone();
  const fleet = useQuery(fleetHistoryQuery(days, useRequestContext()));
  const failure = useFailure(String(days), fleet);
  const shown = useLastData(days, fleet.data);
  const now = useMinute();
  if (failure && (shown === null || shown.request !== days)) {
    return (
      <p role="status" className="rounded-lg border border-line bg-surface px-4 py-3 text-ink-2">
        <b className="font-medium text-ink">{errorTitle(failure)}.</b> The last {rangeName(days, keptDays)}{' '}
        can’t be shown now.
      </p>
    );
  }
  const slots = shown?.data.body.data.slots ?? [];
  if (shown === null || slots.length === 0) return null;
  const periods = fleetPeriods(slots, shown.request, now);
  return (
    <section
      aria-labelledby="fleet-title"
      aria-busy={shown.request !== days}
      className="min-w-0 rounded-lg border border-line bg-surface aria-busy:opacity-60"
    >
      <header className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1.5">
        <h2 id="fleet-title" className="font-semibold text-sm">
          {fleetTitle}
        </h2>
        <ul aria-label="Legend" className="flex flex-wrap items-center gap-x-3 text-ink-2 text-xs">
          <Key className="bg-down/80 forced-colors:bg-[Highlight]">Down</Key>
          <Key className="border-overdue border-t-2 bg-overdue/35 forced-colors:border-[CanvasText] forced-colors:bg-[Canvas]">
            Overdue
          </Key>
          <Key className="border-unknown border-t-2 bg-unknown/20 forced-colors:border-[GrayText] forced-colors:bg-[Canvas]">
            Unknown
          </Key>
          {periods.some((period) => meanLabel(period) !== null) ? (
            <Key className="h-0.5! bg-down/60 forced-colors:bg-[Highlight]">Most down at one time</Key>
          ) : null}
          {periods.some(isPartlyUnseen) ? <Key className="hatched">Not observed</Key> : null}
        </ul>
        <p className="ml-auto text-ink-3 text-xs max-sm:ml-0">
          {chosen === null
            ? 'Press or drag over the chart to choose a time'
            : 'Drag the handles to change the time'}
        </p>
      </header>
      <figure className="px-4 pt-4 pb-3">
        <figcaption className="sr-only">{fleetSummary(periods, now, zone)}</figcaption>
        <div className="h-36 max-sm:h-32">
          <FleetChart key={shown.request} periods={periods} now={now} chosen={chosen} onTime={onTime} />
        </div>
        <FleetTable periods={periods} now={now} />
      </figure>
    </section>
  );
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 rounded-[2px] forced-color-adjust-none ${className}`} />
      {children}
    </li>
  );
}

/** The layers of a bar from the top down. `line`: above the layer. */
const layers: readonly { condition: keyof FleetCounts; area: string; line: string }[] = [
  {
    condition: 'unknown',
    area: 'fill-unknown/20 forced-colors:fill-[Canvas]',
    line: 'stroke-unknown forced-colors:stroke-[GrayText]',
  },
  {
    condition: 'overdue',
    area: 'fill-overdue/35 forced-colors:fill-[Canvas]',
    line: 'stroke-overdue forced-colors:stroke-[CanvasText]',
  },
  { condition: 'down', area: 'fill-down/80 forced-colors:fill-[Highlight]', line: 'stroke-none' },
];

/** The height of a bar up to the top of a layer. */
const topOf = (mean: FleetCounts, layer: keyof FleetCounts) =>
  counted.slice(0, counted.indexOf(layer) + 1).reduce((sum, condition) => sum + mean[condition], 0);

/**
 * Stacked areas of steps: down at the bottom, overdue and unknown on top, lighter and each with a line above it. A bar is as
 * high as the mean of its period, so that an outage of half an hour does not look like four hours; a thin line is at the
 * most that were down at one time. Periods without a crawl are hatched.
 */
function FleetChart(props: {
  periods: readonly FleetPeriod[];
  now: number;
  chosen: Span | null;
  onTime: (time: Span) => void;
}) {
  const { periods, now, chosen, onTime } = props;
  const zone = useTimeZone();
  const width = 100 / periods.length;
  const heights = periods.flatMap(({ most, mean }) =>
    most && mean ? [most.down, topOf(mean, 'unknown')] : [],
  );
  /** The steps of all periods, as a path. */
  const pathOf = (step: (period: FleetPeriod, x: number) => string | null) =>
    periods.map((period, place) => step(period, place * width) ?? '').join('');
  return (
    <LazyTimeChart
      label={fleetTitle}
      periods={periods}
      max={Math.max(1, ...heights) * 1.15}
      labelOf={(index) => {
        const period = periods[index];
        return period ? [fleetLabel(period, now, zone), meanLabel(period) ?? []].flat() : [];
      }}
      chosen={chosen}
      onChoose={onTime}
      background={runsOf(periods, isPartlyUnseen).map((run) =>
        run.key ? (
          <span
            key={run.from}
            aria-hidden
            style={placeOf(run, periods.length)}
            className="hatched absolute inset-y-0"
          />
        ) : null,
      )}
    >
      {(y) => {
        const bar = (layer: keyof FleetCounts) =>
          pathOf(({ mean }, x) => mean && `M${x},${y(topOf(mean, layer))}h${width}V100H${x}Z`);
        return (
          // Without antialiasing there are no seams between neighbours.
          <g shapeRendering="crispEdges">
            {layers.map(({ condition, area, line }) => (
              <Fragment key={condition}>
                {/* Opaque, because the areas are translucent, and the hatching and the layer above would show through. */}
                <path d={bar(condition)} className="fill-surface forced-colors:fill-[Canvas]" />
                <path d={bar(condition)} className={area} />
                <path
                  d={pathOf(({ mean }, x) =>
                    mean && mean[condition] > 0 ? `M${x},${y(topOf(mean, condition))}h${width}` : '',
                  )}
                  vectorEffect="non-scaling-stroke"
                  strokeWidth="2"
                  className={line}
                />
              </Fragment>
            ))}
            <path
              d={pathOf(({ most }, x) => most && (most.down > 0 ? `M${x},${y(most.down)}h${width}` : ''))}
              vectorEffect="non-scaling-stroke"
              className="stroke-down/60 forced-colors:stroke-[Highlight]"
            />
          </g>
        );
      }}
    </LazyTimeChart>
  );
}

function FleetTable({ periods, now }: { periods: readonly FleetPeriod[]; now: number }) {
  const zone = useTimeZone();
  const cellsOf = ({ from, most, mean }: FleetPeriod) => [
    timeLabel(from, now, zone),
    ...(most ? counted.map((condition) => formatInteger(most[condition])) : ['not observed', '', '']),
    mean ? oneDecimal.format(mean.down) : '',
  ];
  return (
    <ChartValues title={fleetTitle} kind="table">
      {() => (
        <ValuesTable
          columns={[
            'From',
            ...counted.map((condition) => `${conditionLabels[condition]}, at most`),
            'Down on average',
          ]}
          texts={1}
          rows={periods
            .filter(({ from }) => from <= now)
            .toReversed()
            .map((period) => ({ key: period.from, cells: cellsOf(period) }))}
        />
      )}
    </ChartValues>
  );
}
