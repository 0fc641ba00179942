import {
  type Coverage,
  type CoverageAnswer,
  type CoveredAddress,
  otherwiseReasons,
  type SkipReason,
} from '../contract/coverage.ts';

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
  address: 'Only its IP address',
  network: 'Hosts in this network',
  wildcard: 'Hosts below this domain',
  short_name: 'Only a longer name',
  overdue: 'Not being checked: overdue',
  never_checked: 'Not being checked yet',
  inactive: 'Not being checked: inactive',
};

/** Why tokens are not compared: a title, and what they are. */
export const skipLabels: Readonly<Record<SkipReason, { title: string; meaning: string }>> = {
  not_understood: {
    title: 'Not understood',
    meaning: 'They may be addresses: correct them, or leave them out.',
  },
  lookalike: {
    title: 'Only look like hosts',
    meaning: 'Files, images, API groups, versions, names of settings or of a cluster, * for any host.',
  },
  detail: {
    title: 'Details',
    meaning: 'Values of DNS records, other columns and words of a line, past states, other requests.',
  },
  other_name: {
    title: 'Other names',
    meaning: 'Other names and addresses of machines that are compared above: the answer is for all of them.',
  },
  backend: {
    title: 'Behind a proxy',
    meaning: 'The servers to which a proxy passes requests. To compare them, paste them as a list.',
  },
  status: {
    title: 'Reported by a cluster or scan',
    meaning: 'Load balancers, addresses of containers, hosts that were down in a scan.',
  },
  name_server: {
    title: 'Name servers',
    meaning: 'The name servers and resolvers of a zone or a configuration.',
  },
  mailbox: { title: 'Mailboxes', meaning: 'E-mail addresses, also that of a zone.' },
  local: {
    title: 'Local names',
    meaning:
      'localhost, loopback, printer.local, .cluster.local: they exist on each machine, in each network or cluster.',
  },
  document: {
    title: 'In a document',
    meaning: 'Nothing in a web page, in the XML of nmap or in the message of a tool that failed is compared.',
  },
  comment: { title: 'In comments', meaning: 'Addresses in comments are not part of the list.' },
  duplicate: { title: 'More than once', meaning: 'Compared only once.' },
};

/** Why no address was found. */
export function emptyMessage({ format, skipped }: Pick<Coverage['meta'], 'format' | 'skipped'>): string {
  if (format === 'web_page')
    return 'This is a web page. An export that failed often ends in one. If the page is right, paste its text.';
  if (format === 'nmap_xml') return 'This is the XML of nmap. Save the scan with -oG instead of -oX.';
  if (format === 'error_message')
    return 'This is the message of a tool that failed, and no list. Repeat the export.';
  if (format === 'binary')
    return 'This file is no text. Unpack a compressed file; save a table of Excel as CSV.';
  return skipped.length === 0
    ? 'Nothing in the list looks like a host, a URL, an IP address or a network.'
    : 'See what was found instead.';
}

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
