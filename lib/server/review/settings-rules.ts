import 'server-only';
import type { Rule } from './rule.ts';
import { isWeb, type Subject, type Verdict } from './subject.ts';

/** Share of the timeout that a response may take. */
const TIMEOUT_SHARE = 0.8;

/** The statuses that a client follows to another address. */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const CHANGING_METHODS: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** A rule about settings of http. It names only monitors of http and https. */
const ofWeb =
  (judge: (subject: Subject) => Verdict): Rule['judge'] =>
  (subject) => {
    const web = isWeb(subject.monitor);
    return web ? judge(subject) : web;
  };

/** A rule about a known interval, seconds. */
const ofInterval = (judge: (interval: number, subject: Subject) => Verdict) => (subject: Subject) =>
  subject.monitor.interval === null ? null : judge(subject.monitor.interval, subject);

/** A rule about a timeout, milliseconds. A monitor without one is not named. */
const ofTimeout = (judge: (timeout: number, subject: Subject) => Verdict) => (subject: Subject) => {
  const { timeout_ms: timeout } = subject.monitor;
  if (timeout === undefined) return null;
  return timeout === null ? false : judge(timeout, subject);
};

/** A rule about the method. A monitor without one is not named. */
const ofMethod = (judge: (method: string) => boolean) =>
  ofWeb(({ monitor: { http_method: method } }) =>
    method === undefined ? null : method !== null && judge(method.toUpperCase()),
  );

/** A rule about the expected statuses. An empty list means that any status is accepted. */
const ofStatuses = (judge: (statuses: readonly number[], subject: Subject) => Verdict) =>
  ofWeb((subject) => {
    const { expected_status_codes: statuses } = subject.monitor;
    return statuses === undefined ? null : judge(statuses ?? [], subject);
  });

const isAll = (statuses: readonly number[], test: (status: number) => boolean) =>
  statuses.length > 0 && statuses.every(test);

export const settingsRules: readonly Rule[] = [
  {
    id: 'expects_redirect_but_follows',
    topic: 'cannot_work',
    evidence: 'response',
    why: 'The status after the redirects is compared with the 301, 302, 303, 307 or 308 that it expects, and the last check failed with a response.',
    needs: 'settings',
    judge: ofStatuses((statuses, { monitor: { follow_redirects } }) => {
      if (follow_redirects === false || !isAll(statuses, (status) => REDIRECTS.includes(status)))
        return false;
      // Without a value the behaviour of the service is not known.
      return follow_redirects ?? null;
    }),
  },
  {
    id: 'expects_errors_only',
    topic: 'weak',
    why: 'It is up while requests are refused or fail, and down once they succeed.',
    needs: 'settings',
    judge: ofStatuses((statuses) => isAll(statuses, (status) => status >= 400 && status <= 599)),
  },
  {
    id: 'expects_no_status',
    topic: 'weak',
    why: 'Without expected statuses an error page may count as up.',
    needs: 'settings',
    judge: ofStatuses((statuses) => statuses.length === 0),
  },
  {
    id: 'head_method',
    topic: 'weak',
    why: 'The response has no body, and many servers answer HEAD without doing the work that GET causes.',
    needs: 'settings',
    judge: ofMethod((method) => method === 'HEAD'),
  },
  {
    id: 'interval_over_1_h',
    topic: 'weak',
    why: 'An outage can last longer than an hour before the next check sees it, and a shorter one may never be seen.',
    needs: 'list',
    judge: ofInterval((interval) => interval > 3600),
  },
  {
    id: 'changing_method',
    topic: 'noise',
    why: 'Each check may change data where it is sent.',
    needs: 'settings',
    judge: ofMethod((method) => CHANGING_METHODS.includes(method)),
  },
  {
    id: 'timeout_reaches_interval',
    topic: 'noise',
    why: 'A check can still be waiting when the next one begins.',
    needs: 'settings',
    judge: ofTimeout((timeout, subject) => ofInterval((interval) => timeout >= interval * 1000)(subject)),
  },
  {
    id: 'timeout_over_30_s',
    topic: 'noise',
    why: 'Users may have left long before such a check fails.',
    needs: 'settings',
    judge: ofTimeout((timeout) => timeout > 30_000),
  },
  {
    id: 'near_timeout',
    topic: 'noise',
    why: `The last check took more than ${TIMEOUT_SHARE * 100} % of the timeout: the next one may fail although the service works.`,
    needs: 'settings',
    judge: ofTimeout((timeout, { monitor }) => {
      const { condition, last_response_time_ms: time, unknown_fields } = monitor;
      if (condition !== 'up') return false;
      if (time === null) return unknown_fields.includes('last_response_time_ms') ? null : false;
      return time > timeout * TIMEOUT_SHARE;
    }),
  },
];
