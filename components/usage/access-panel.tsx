import { ChevronRight, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Countdown } from '@/components/errors/error-screen';
import { explainError } from '@/components/errors/explain-error';
import { configuredReset } from '@/components/refresh/refresh-messages';
import { Age } from '@/components/ui/age';
import { CopyButton } from '@/components/ui/copy-button';
import { FactList, Panel } from '@/components/ui/panel';
import type { AccessTrouble, ReplicasReport, Usage } from '@/lib/contract/usage';
import { withBasePath } from '@/lib/text/base-path';

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
        <FactList
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
      </Panel>
    </div>
  );
}

/** The settings behind what the page shows, which only an administrator can change. */
export function AdministratorsPanel({ data }: { data: Usage['data'] }) {
  const unknown = 'Not set, or not what was seen. The API does not report them.';
  const settings = [
    ['Quota resets', configuredReset(data, 'daily') ?? unknown, 'SIGHTLINE_QUOTA_RESET'],
    ['Check settings', data.settings.state === 'off' ? 'Not read' : 'Read', 'SIGHTLINE_READ_SETTINGS'],
  ] as const;
  return (
    <details className="group rounded-lg border border-line bg-surface">
      <summary className="flex min-h-10 cursor-default items-center gap-1.5 px-4 font-semibold text-sm">
        <ChevronRight className="-ml-1 size-3.5 text-ink-3 group-open:rotate-90" />
        <h2>For administrators</h2>
      </summary>
      <FactList
        items={settings.map(([name, value, variable]) => ({
          name,
          value: (
            <>
              {value}
              <Note>
                <code className="font-mono">{variable}</code>
              </Note>
            </>
          ),
        }))}
      />
    </details>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <span className="block text-ink-3 text-xs">{children}</span>;
}

/** How many Sightline processes share the quota, and which one has answered. */
function RunningReplicas({ replicas }: { replicas: ReplicasReport }) {
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
        <ol className="mt-1.5 list-decimal space-y-1 pl-4">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="mt-2 text-ink-2 text-xs">
          First seen <Age iso={trouble.since} /> ago ·{' '}
          {retryAt ? <Countdown iso={retryAt} /> : 'Retrying automatically'} ·{' '}
          <code className="font-mono">{trouble.code}</code>
        </p>
      </div>
    </div>
  );
}
