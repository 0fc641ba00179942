import { Check } from 'lucide-react';
import type { Access } from '@/lib/contract/usage';
import { scopeCatalog } from './scope-catalog';

/** A table of all scopes: what each grants, its status, the required plan, and whether the key has it. */
export function ScopeTable({ scopes }: { scopes: Access['scopes'] }) {
  const heading = 'whitespace-nowrap pb-1.5 text-left font-medium text-ink-3 text-xs';
  return (
    <table className="w-full">
      <caption className="sr-only">Scopes of the API, and which of them this key holds</caption>
      <thead>
        <tr className="border-line border-b">
          <th scope="col" className={heading}>
            Scope
          </th>
          <th scope="col" className={`${heading} max-md:hidden`}>
            Grants
          </th>
          <th scope="col" className={`${heading} px-2 max-sm:hidden`}>
            Status
          </th>
          <th scope="col" className={`${heading} px-2`}>
            Required plan
          </th>
          <th scope="col" className={`${heading} text-right`}>
            This key
          </th>
        </tr>
      </thead>
      <tbody>
        {scopeCatalog.map(({ name, grants, isLive, from }) => (
          <tr key={name} className="border-line align-top not-last:border-b">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal">
              <code className={`whitespace-nowrap font-mono text-xs ${isLive ? 'text-ink' : 'text-ink-2'}`}>
                {name}
              </code>
              <span className="block text-ink-3 text-xs md:hidden">
                {/* On a phone the status has no column. */}
                <span className="sm:hidden">{isLive ? 'Live' : 'Reserved'}. </span>
                {grants}
              </span>
            </th>
            <td className="py-1.5 pr-2 text-ink-2 max-md:hidden">{grants}</td>
            <td className={`px-2 py-1.5 max-sm:hidden ${isLive ? 'font-medium text-ink' : 'text-ink-3'}`}>
              {isLive ? 'Live' : 'Reserved'}
            </td>
            <td className="px-2 py-1.5 text-ink-2 sm:whitespace-nowrap">{from}</td>
            <td className="whitespace-nowrap py-1.5 text-right">
              <ScopeStatus scope={name} scopes={scopes} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ScopeStatus({ scope, scopes }: { scope: string; scopes: Access['scopes'] }) {
  if (scopes?.held.includes(scope)) {
    return (
      <span className="inline-flex items-center gap-1 text-ink">
        <Check className="size-3.5" />
        Granted
      </span>
    );
  }
  if (scopes?.complete) return <span className="text-ink-3">Not granted</span>;
  return (
    <span className="text-ink-3">
      <span aria-hidden>–</span>
      <span className="sr-only">Unknown</span>
    </span>
  );
}
