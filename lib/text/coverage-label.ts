import { type CoverageAnswer, type CoveredAddress, otherwiseReasons } from '../contract/coverage.ts';

export const answerLabels: Readonly<Record<CoverageAnswer, string>> = {
  not_monitored: 'Not monitored',
  not_working: 'Not being checked',
  monitored_otherwise: 'Only something similar',
  monitored: 'Monitored',
};

const reasonLabels: Readonly<Record<NonNullable<CoveredAddress['why']>, string>> = {
  path: 'Only another path',
  port: 'Only another port',
  scheme: 'Only another scheme',
  www: 'Only with or without www',
  network: 'Hosts in this network',
  wildcard: 'Hosts below this domain',
  short_name: 'Only a longer name',
  overdue: 'Not being checked: overdue',
  never_checked: 'Not being checked yet',
  inactive: 'Not being checked: inactive',
};

/** How many of the shown monitors of an address are down. */
export function downOf({ monitors, monitor_count }: CoveredAddress): 'none' | 'some' | 'all' {
  const down = monitors.filter(({ condition }) => condition === 'down').length;
  if (down === 0) return 'none';
  return down === monitor_count ? 'all' : 'some';
}

/** "Not being checked: inactive", "Monitored as 10.0.0.5". A monitored host that is down or in maintenance says so. */
export function answerLabel(row: CoveredAddress): string {
  const as = row.as === null ? '' : row.why === null ? ` as ${row.as}` : ` (as ${row.as})`;
  if (row.why !== null) {
    const isSimilar = row.answer === 'not_working' && otherwiseReasons.some((why) => why === row.why);
    return `${reasonLabels[row.why]}${as}${isSimilar ? ', and not being checked' : ''}`;
  }
  if (row.answer !== 'monitored') return answerLabels[row.answer];
  const inMaintenance = row.monitors.every(({ maintenance_mode }) => maintenance_mode === true);
  const down = { none: '', some: ', partly down', all: ', down now' }[downOf(row)];
  return `Monitored${as}${down}${inMaintenance ? ', in maintenance' : ''}`;
}
