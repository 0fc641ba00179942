import type { Access } from '@/lib/contract/usage';

/** The scope catalog of the API specification in its order, each scope with the smallest plan that can grant it. */
export const scopeCatalog = [
  { name: 'account:read', from: 'every plan', grants: 'Organization name, plan, basic settings' },
  { name: 'monitors:read', from: 'every plan', grants: 'List and fetch monitors (no time-series data)' },
  { name: 'monitors:write', from: 'Pro / Business', grants: 'Change monitors; toggle maintenance' },
  { name: 'incidents:read', from: 'Team', grants: 'List incidents and history' },
  { name: 'incidents:write', from: 'Pro / Business', grants: 'Change incidents; post updates' },
  { name: 'status-pages:read', from: 'Team', grants: 'Status page configuration and component state' },
  { name: 'status-pages:write', from: 'Pro / Business', grants: 'Change status pages' },
  { name: 'metrics:read', from: 'Pro / Business', grants: 'Check results, response times, uptime' },
  { name: 'audit-logs:read', from: 'Team', grants: 'Organization audit log entries' },
] as const;

/** The only scope that an endpoint requires; the names of the others are reserved. */
const liveScope = 'monitors:read';

/** All scopes: what each grants, the smallest plan that can grant it, and whether the key has it. */
export function ScopeList({ scopes }: { scopes: Access['scopes'] }) {
  return (
    <details>
      <summary className="w-fit py-1 text-ink-2 hover:text-ink">All scopes of the API</summary>
      <ul aria-label="Scopes">
        {scopeCatalog.map(({ name, grants, from }) => (
          <li key={name} className="flex flex-wrap gap-x-3 border-line py-1.5 text-ink-2 not-last:border-b">
            <code className={`w-36 font-mono text-xs ${name === liveScope ? 'text-ink' : ''}`}>{name}</code>
            <span className="min-w-0 flex-1 basis-60">
              {grants}
              <span className="block text-ink-3 text-xs">
                {name === liveScope ? 'All that Sightline needs' : 'Reserved: no endpoint requires it yet'}.
                Plan: {from}.
              </span>
            </span>
            <span className={scopes?.held.includes(name) ? 'text-ink' : 'text-ink-3'}>
              {scopes?.held.includes(name) ? 'Granted' : scopes?.complete ? 'Not granted' : 'Unknown'}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
