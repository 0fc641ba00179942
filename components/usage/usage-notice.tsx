import { CloudOff } from 'lucide-react';
import { explainError } from '@/components/errors/explain-error';
import { failureOf } from '@/components/errors/failure-of';
import { Age } from '@/components/ui/instant';
import { Notice } from '@/components/ui/notice';
import type { Usage } from '@/lib/contract/usage';

/**
 * Said above the figures when no newer ones come: because this browser got no answer, or because the API lets nobody
 * in. A limit that is reached is the banner's to say.
 */
export function UsageNotice({ data, error }: { data: Usage['data']; error: unknown }) {
  if (error) {
    return (
      <Notice tone="near" icon={CloudOff}>
        <b className="font-semibold">{explainError(failureOf(error)).title}.</b> The figures are the last that
        this page got.
      </Notice>
    );
  }
  const { trouble } = data.access;
  if (trouble === null || isLimit(data.state)) return null;
  return (
    <Notice tone="near" icon={CloudOff}>
      <b className="font-semibold">{explainError(trouble).title}.</b>{' '}
      {data.observed_at ? (
        <>
          The counters were seen <Age iso={data.observed_at} /> ago.
        </>
      ) : (
        'No counters have been seen yet.'
      )}{' '}
      <a href="#access" className="underline underline-offset-2">
        What to do
      </a>
    </Notice>
  );
}

function isLimit(state: Usage['data']['state']): boolean {
  return !['ok', 'near_limit', 'unknown'].includes(state);
}
