import { formatAlternatives } from '@/lib/format';
import type { ShownFailure } from './failure';

/** What is said about a failure: what it is, what it means, and what can be done, in order. */
export interface Explanation {
  title: string;
  meaning: string;
  steps: readonly string[];
}

/** Exhaustive over the codes: a new one does not compile until it is explained. */
export function explainError(failure: ShownFailure): Explanation {
  switch (failure.code) {
    case 'rate_limited':
      return {
        title: 'This minute’s requests are used up',
        meaning: 'The API allows the key a number of requests each minute, and all of them have been used.',
        steps: [
          'Wait for the countdown: the list is read again by itself.',
          'If it happens often, see what else uses the same key.',
        ],
      };
    case 'daily_quota_exhausted':
      return {
        title: 'Today’s requests are used up',
        meaning: 'The organization’s daily quota is spent. The API does not publish when its day begins.',
        steps: [
          'Wait for the next day’s window.',
          'Find out what else in the organization uses the API.',
          'A larger plan has a larger quota.',
        ],
      };
    case 'monthly_quota_exhausted':
      return {
        title: 'This month’s requests are used up',
        meaning: 'The organization’s monthly quota is spent. The API does not publish when its month begins.',
        steps: [
          'Wait for the next month’s window.',
          'Find out what else in the organization uses the API.',
          'A larger plan has a larger quota.',
        ],
      };
    case 'quota_unknown':
      return {
        title: 'The API refuses further requests',
        meaning: 'A limit was reached, and the API did not say which one: the minute, the day or the month.',
        steps: [
          'Try again in a minute; then it was the minute’s limit.',
          'If it stays, look at the quota in the monitoring service’s dashboard.',
        ],
      };
    case 'api_key_rejected':
      return {
        title: 'The API key is rejected',
        meaning: 'To the API the key is missing, malformed, revoked or expired. It does not say which.',
        steps: [
          'Issue a new secret in the monitoring service’s dashboard.',
          'Set it as MONITOR_API_KEY (or in the file of MONITOR_API_KEY_FILE) and restart Sightline.',
        ],
      };
    case 'missing_scope':
      return {
        title: 'The API key lacks a scope',
        meaning: scopesSentence(failure),
        steps: [
          'Add the scope to the key in the dashboard: the secret stays the same, and it counts from the next request on.',
          'Every plan can grant monitors:read. monitors:write does not include it.',
        ],
      };
    case 'access_denied':
      return {
        title: 'The API denies access',
        meaning:
          'The key is valid, but not from here: either this server’s address is not on the key’s IP allowlist, or the plan no longer grants what the key needs.',
        steps: [
          'Add this server’s outgoing address to the key’s allowlist.',
          'If the plan was changed lately, see which scopes it still grants.',
        ],
      };
    case 'upstream_unreachable':
      return {
        title: 'The API cannot be reached',
        meaning: failure.error ?? 'No connection to the API could be made.',
        steps: [
          'See whether MONITOR_API_BASE_URL is right and can be reached from this server.',
          'If it was reachable before, wait: Sightline goes on trying.',
        ],
      };
    case 'upstream_timeout':
      return {
        title: 'The API does not answer in time',
        meaning: 'Sightline waits five seconds for an answer, and none came whole.',
        steps: [
          'Wait: Sightline goes on trying.',
          'If it stays, look at the monitoring service’s own status.',
        ],
      };
    case 'upstream_invalid_response':
      return {
        title: 'The API’s answer makes no sense',
        meaning: 'What came back is not what the API’s specification describes, so nothing of it is shown.',
        steps: [
          'See whether MONITOR_API_BASE_URL points to the API itself, not to a login page or a proxy.',
          'If it does, the API has a fault: wait, and tell its maker.',
        ],
      };
    case 'upstream_error':
      return {
        title: 'The API has failed',
        meaning: failure.error ?? 'The API answered with an error of its own.',
        steps: [
          'Wait: Sightline goes on trying.',
          'If it stays, look at the monitoring service’s own status.',
        ],
      };
    case 'monitor_not_found':
      return {
        title: 'No such monitor',
        meaning:
          'It does not exist (any more), or it belongs to another organization: the API answers both alike.',
        steps: [
          'Look for it in the list of monitors.',
          'If the link came from somebody else, ask which organization it is from.',
        ],
      };
    case 'invalid_parameter':
      return {
        title: 'The address is not right',
        meaning: failure.error ?? 'A part of the address is not what it should be.',
        steps: ['Correct the address, or begin again from the list of monitors.'],
      };
    case 'inventory_incomplete':
      return {
        title: 'Not everything has been read yet',
        meaning: 'An export holds the whole list, and the first reading of it is still under way.',
        steps: ['Wait until the list says that all monitors are read, then export again.'],
      };
    case 'not_ready':
      return {
        title: 'Not everything has been read yet',
        meaning: 'The monitors are being read, and whether this one exists is not known yet.',
        steps: ['Wait a moment: it is tried again by itself.'],
      };
    case 'signed_out':
      return { title: 'You are signed out', meaning: 'The session has ended.', steps: ['Sign in again.'] };
    case 'cross_site':
    case 'not_found':
    case 'method_not_allowed':
      return {
        title: 'There is nothing here',
        meaning: failure.error ?? 'This address leads nowhere.',
        steps: ['Begin again from the list of monitors.'],
      };
    case 'wrong_host':
      return {
        title: 'Wrong host name',
        meaning: failure.error ?? 'Sightline does not answer to the host name in this address.',
        steps: [
          'Open Sightline under its own address.',
          'To use this name too, add it to SIGHTLINE_ALLOWED_HOSTS and restart Sightline.',
        ],
      };
    case 'sightline_unreachable':
      return {
        title: 'Sightline cannot be reached',
        meaning: 'Your browser got no usable answer from Sightline’s own server.',
        steps: [
          'See whether you are online (a VPN, perhaps).',
          'Wait: this page goes on trying.',
          'If Sightline was just updated, reload the page.',
        ],
      };
    case 'internal':
      return {
        title: 'Something went wrong in Sightline',
        meaning: 'This is a fault of Sightline itself, not of your monitors and not of the API.',
        steps: ['Try again.', 'If it stays, look in the server’s log for the request id below.'],
      };
  }
}

function scopesSentence(failure: ShownFailure): string {
  const required =
    failure.required_scope ?? formatAlternatives(failure.required_scopes_any_of ?? ['monitors:read']);
  const granted = failure.granted_scopes;
  if (granted === undefined) return `The API asks for ${required}, which the key does not hold.`;
  const held = granted.length === 0 ? 'holds none' : `holds ${granted.join(', ')}`;
  return `The API asks for ${required}; the key ${held}.`;
}
