import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Countdown } from '@/components/errors/error-screen';
import { explainError } from '@/components/errors/explain-error';
import { Age } from '@/components/ui/age';
import { CopyButton } from '@/components/ui/copy-button';
import { Facts, Panel } from '@/components/ui/panel';
import type { AccessTrouble, Replicas, Usage } from '@/lib/contract/usage';
import { withBasePath } from '@/lib/text/base-path';
import { ScopeList } from './scope-list';

export function AccessPanel({ data }: { data: Usage['data'] }) {
  const { access, state, rate_limit, retry_at } = data;
  const retryAt = retry_at ?? (state === 'rate_limited' ? rate_limit.resets_at : null);
  return (
    <div id="access">
      <Panel title="API access" action={<CopyButton text={access.base_url} label="Copy base URL" quiet />}>
        {access.trouble ? (
          <div className="border-line border-b p-4">
            <CurrentProblem trouble={access.trouble} retryAt={retryAt} />
          </div>
        ) : null}
        <Facts
          items={[
            { name: 'Base URL', value: <code className="font-mono text-xs">{access.base_url}</code> },
            {
              name: 'Key',
              value: (
                <>
                  <code className="font-mono text-xs">SHA-256 {access.key_fingerprint}…</code>
                  <Note>Identifies the key without revealing it.</Note>
                </>
              ),
            },
            { name: 'Scopes', value: <GrantedScopes scopes={access.scopes} /> },
            { name: 'Replicas', value: <RunningReplicas replicas={data.replicas} /> },
            {
              name: 'For scripts',
              value: (
                <a href={withBasePath('/api/openapi.json')} className="underline underline-offset-2">
                  OpenAPI description
                </a>
              ),
            },
          ]}
        />
        <div className="border-line border-t px-4 py-2">
          <ScopeList scopes={access.scopes} />
        </div>
        <div className="border-line border-t px-4 py-3">
          <h3 className="pb-1 font-medium text-ink">Troubleshooting</h3>
          <TroubleshootingList />
        </div>
      </Panel>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <span className="block text-ink-3 text-xs">{children}</span>;
}

/** How many Sightline processes share the quota, and which one has answered. */
function RunningReplicas({ replicas }: { replicas: Replicas }) {
  const { count, this: name, leads, storage } = replicas;
  const role = leads ? ', which reads the list for all' : '; another one reads the list';
  return (
    <>
      {count}
      <Note>
        This page is from <code className="font-mono">{name}</code>
        {storage === 'postgresql' && role}
      </Note>
    </>
  );
}

function GrantedScopes({ scopes }: { scopes: Usage['data']['access']['scopes'] }) {
  if (scopes === null) return <span className="text-ink-3">Not known yet</span>;
  const { held, complete, learned_at } = scopes;
  return (
    <>
      {held.length === 0 ? 'none' : <code className="font-mono text-xs">{held.join(', ')}</code>}
      <Note>
        {complete ? 'All scopes of this key, from a 403 response ' : 'Confirmed by a successful request, '}
        <Age iso={learned_at} /> ago{complete ? '' : '; it may have more'}
      </Note>
    </>
  );
}

/** The current access problem and the steps to fix it. @param props.retryAt ISO 8601; null if unknown */
function CurrentProblem({ trouble, retryAt }: { trouble: AccessTrouble; retryAt: string | null }) {
  const { title, meaning, steps } = explainError(trouble);
  return (
    <div className="flex gap-3 rounded-md bg-down-soft px-4 py-3 forced-colors:border">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-down" />
      <div className="min-w-0 text-ink">
        <h3 className="font-semibold">{title}</h3>
        <p className="mt-1 [overflow-wrap:anywhere]">{meaning}</p>
        <Steps steps={steps} />
        <p className="mt-2 text-ink-2 text-xs">
          First seen <Age iso={trouble.since} /> ago ·{' '}
          {retryAt ? <Countdown iso={retryAt} /> : 'Retrying automatically'} ·{' '}
          <code className="font-mono">{trouble.code}</code>
        </p>
      </div>
    </div>
  );
}

/** All problems of access to the API as collapsed explanations with steps. */
function TroubleshootingList() {
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
              <div className="pb-3 pl-[18px] text-ink-2">
                <p>{meaning}</p>
                <Steps steps={steps} />
              </div>
            </details>
          </li>
        );
      })}
    </ul>
  );
}

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="mt-1.5 list-decimal space-y-1 pl-4">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

/** The problems of access, each with its HTTP status or symptom. Sorted by status; those without one are last. */
const accessProblems = [
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
] as const;
