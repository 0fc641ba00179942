import { PageTitle } from '@/components/layout/page-title';
import { UnlistedMonitor } from '@/components/monitor-detail/monitor-not-found';

export default function MonitorNotFound() {
  return (
    <>
      <PageTitle name="Monitor not found" />
      <UnlistedMonitor />
    </>
  );
}
