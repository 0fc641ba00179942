import { PageTitle } from '@/components/layout/page-title';
import { UnlistedMonitor } from '@/components/monitor-detail/unlisted-monitor';

export default function MonitorNotFound() {
  return (
    <>
      <PageTitle name="Monitor not found" />
      <UnlistedMonitor />
    </>
  );
}
