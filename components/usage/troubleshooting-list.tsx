import { explainError } from '@/components/errors/explain-error';
import type { ErrorCode } from '@/lib/contract/error';

/** All problems of access to the API as collapsed explanations with steps. */
export function TroubleshootingList() {
  return (
    <ul className="grid items-start gap-x-8 lg:grid-cols-2">
      {accessProblems.map(({ code, sign }) => {
        const { title, meaning, steps } = explainError({ code });
        return (
          <li key={code} className="border-line border-b">
            <details>
              <summary className="flex min-h-8 list-none py-1 items-center gap-3 text-ink-2 before:size-1.5 before:shrink-0 before:-rotate-45 before:border-current before:border-r before:border-b before:transition-transform before:duration-100 hover:text-ink [[open]>&]:text-ink [[open]>&]:before:rotate-45">
                <span>{title}</span>
                <span className="ml-auto whitespace-nowrap font-mono text-ink-3 text-xs">{sign}</span>
              </summary>
              <div className="pb-3 pl-[18px]">
                <p className="text-ink-2">{meaning}</p>
                <ol className="mt-1.5 list-decimal space-y-1 pl-4 text-ink-2 marker:text-ink-3">
                  {steps.map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </ol>
              </div>
            </details>
          </li>
        );
      })}
    </ul>
  );
}

/** A problem of access to the API. `sign`: its symptom, such as a status code. */
interface AccessProblem {
  code: ErrorCode;
  sign: string;
}

/** Sorted by status code; problems without one are last. */
const accessProblems: readonly AccessProblem[] = [
  { code: 'api_key_rejected', sign: '401' },
  { code: 'missing_scope', sign: '403 with scopes' },
  { code: 'access_denied', sign: '403, no scope named' },
  { code: 'rate_limited', sign: '429, minute' },
  { code: 'daily_quota_exhausted', sign: '429, day' },
  { code: 'monthly_quota_exhausted', sign: '429, month' },
  { code: 'quota_unknown', sign: '429, cause unknown' },
  { code: 'upstream_error', sign: '5xx or other' },
  { code: 'upstream_unreachable', sign: 'no connection' },
  { code: 'upstream_timeout', sign: 'timeout' },
  { code: 'upstream_invalid_response', sign: 'unexpected response' },
];
