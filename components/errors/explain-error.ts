import type { ErrorBody } from '@/lib/contract/error';
import { type ErrorCode, errorKind } from '@/lib/contract/error-table';

/** A failure for display. `sightline_unreachable`: the browser received no valid response from the BFF. */
export interface ShownFailure extends Partial<Omit<ErrorBody, 'code'>> {
  code: ErrorCode | 'sightline_unreachable';
}

/** The explanation of a failure: its title, its meaning, and the steps to take, in order. */
export interface Explanation {
  title: string;
  meaning: string;
  steps: readonly string[];
}

const unreachable: Explanation = {
  title: 'Can’t reach Sightline',
  meaning: 'Your browser didn’t get a valid response from the Sightline server.',
  steps: [
    'Check your network connection and VPN.',
    'Wait. This page keeps retrying.',
    'If Sightline was just updated, reload the page.',
  ],
};

/** The errors whose sentence from the server says more than the table. */
const saidByServer: readonly ShownFailure['code'][] = [
  'invalid_parameter',
  'missing_scope',
  'upstream_unreachable',
  'upstream_error',
  'storage_unwritable',
];

const noMonitorAddress: Explanation = {
  title: 'Not the address of a monitor',
  meaning: 'The address of a monitor ends in its ID, of 36 characters. This one ends in something else.',
  steps: ['Find the monitor in the list.'],
};

export function explainError(failure: ShownFailure): Explanation {
  const { code, error, parameter } = failure;
  if (code === 'sightline_unreachable') return unreachable;
  if (code === 'invalid_parameter' && parameter === 'uuid') return noMonitorAddress;
  const { title, sentence, steps } = errorKind(code);
  // Users meet an error without a title only when they open an address of the API by hand.
  if (title === null)
    return { title: 'Page not found', meaning: error ?? sentence, steps: ['Go to the monitor list.'] };
  return {
    title: titleWithDetail(failure, title),
    meaning: (saidByServer.includes(code) ? error : undefined) ?? sentence,
    steps,
  };
}

function titleWithDetail({ code, upstream_status, ...scopes }: ShownFailure, title: string): string {
  if (code === 'upstream_error' && upstream_status) return `${title} (${upstream_status})`;
  const missing = scopes.required_scope ?? scopes.required_scopes_any_of?.join(' or ');
  if (code === 'missing_scope' && missing) return `The API key is missing the scope ${missing}`;
  return title;
}

export function errorTitle(failure: ShownFailure): string {
  return explainError(failure).title;
}
