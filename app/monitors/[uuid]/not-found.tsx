import { FailureScreen } from '@/components/failure/failure-screen';
import { PageTitle } from '@/components/shell/page-title';

export default function MonitorNotFound() {
  return (
    <main>
      <PageTitle name="Monitor not found" />
      <FailureScreen failure={{ code: 'monitor_not_found' }} />
    </main>
  );
}
