import { CircleAlert, CloudOff } from 'lucide-react';
import type { ShownFailure } from '@/components/errors/explain-error';
import { explainError } from '@/components/errors/explain-error';
import { LiveRegion } from '@/components/ui/live-region';
import { Notice } from '@/components/ui/notice';
import type { ChangesUrl } from '@/lib/client/changes-url';
import { NotSavedNotice } from './not-saved-notice';

interface ChangesNoticesProps {
  failure: ShownFailure | null;
  /** Since when changes cannot be saved, ISO 8601; null: they can. */
  notSavedSince: string | null;
  ignored: ChangesUrl['ignored'];
}

/** Why the changes may be old, incomplete, or not those that the URL names. */
export function ChangesNotices({ failure, notSavedSince, ignored }: ChangesNoticesProps) {
  return (
    <LiveRegion>
      {failure ? (
        <Notice tone="warning" icon={CloudOff}>
          <b className="font-semibold">{explainError(failure).title}.</b> Showing the last changes received.
        </Notice>
      ) : null}
      <NotSavedNotice since={notSavedSince} />
      {ignored.length > 0 ? (
        <Notice tone="neutral" icon={CircleAlert}>
          {`The URL has filters that are not supported and are ignored: ${ignored.map(({ parameter, value }) => `${parameter} “${value.slice(0, 50)}”`).join(', ')}.`}
        </Notice>
      ) : null}
    </LiveRegion>
  );
}
