import { TriangleAlert } from 'lucide-react';
import { Countdown } from '@/components/errors/countdown';
import { explainError } from '@/components/errors/explain-error';
import { Age } from '@/components/ui/instant';
import type { AccessTrouble } from '@/lib/contract/usage';

/** What keeps the API from being read now, and the way out. @param retryAt ISO 8601, null when nobody knows */
export function PresentTrouble({ trouble, retryAt }: { trouble: AccessTrouble; retryAt: string | null }) {
  const { title, meaning, steps } = explainError(trouble);
  return (
    <div className="flex gap-3 rounded-md bg-down-soft px-4 py-3 forced-colors:border">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-down" />
      <div className="min-w-0">
        <h3 className="font-semibold text-ink">{title}</h3>
        <p className="mt-1 text-ink [overflow-wrap:anywhere]">{meaning}</p>
        <ol className="mt-1.5 list-decimal space-y-1 pl-4 text-ink">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="mt-2 text-ink-2 text-xs">
          Met <Age iso={trouble.since} /> ago.{' '}
          {retryAt ? <Countdown iso={retryAt} /> : 'It is tried again by itself.'}{' '}
          <code className="font-mono">{trouble.code}</code>
        </p>
      </div>
    </div>
  );
}
