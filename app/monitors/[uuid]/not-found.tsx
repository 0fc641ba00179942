import { LateFailureScreen } from '@/components/failure/late-failure-screen';
import { PageTitle } from '@/components/shell/page-title';

export default function MonitorNotFound() {
  return (
    <main>
      <PageTitle name="Monitor not found" />
      <LateFailureScreen failure={{ code: 'monitor_not_found' }} />
    </main>
  );
}
