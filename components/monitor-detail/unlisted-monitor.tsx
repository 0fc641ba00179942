'use client';

import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useEffect } from 'react';
import { useFailure } from '@/components/errors/failure';
import { useReadNow } from '@/components/refresh-interval/use-read-now';
import { Toast } from '@/components/ui/toast';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorDetailQuery } from '@/lib/client/queries';
import { MissingMonitor } from './missing-monitor';

/** The page of a monitor that the server did not find: says when to look again, and does so by itself. */
export function UnlistedMonitor() {
  const { uuid = '' } = useParams<{ uuid?: string }>();
  const query = monitorDetailQuery(uuid, useRequestContext());
  const detail = useQuery(query);
  const readNow = useReadNow(query.queryKey, uuid);
  const failure = useFailure(uuid, detail);
  const isFound = detail.isFetchedAfterMount && detail.isSuccess;
  useEffect(() => {
    // Next shows "not found" until another URL is opened, even if the refreshed page is found.
    if (isFound) location.reload();
  }, [isFound]);
  return (
    <>
      <MissingMonitor failure={failure ?? { code: 'monitor_not_found' }} onRetry={readNow.read} />
      <Toast message={readNow.message} />
    </>
  );
}
