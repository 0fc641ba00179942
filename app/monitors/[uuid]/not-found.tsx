import { PageTitle } from '@/components/layout/page-title';
import { UnlistedMonitor } from '@/components/monitor-detail/missing-monitor';

export default function MonitorNotFound() {
  return (
    <>
      <PageTitle name="Monitor not found" />
      <UnlistedMonitor />
    </>
  );
}
