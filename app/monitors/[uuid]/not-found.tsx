import { FailurePicture } from '@/components/failure/failure-picture';
import { PageTitle } from '@/components/shell/page-title';

export default function MonitorNotFound() {
  return (
    <main>
      <PageTitle name="Monitor not found" />
      <FailurePicture failure={{ code: 'monitor_not_found' }} />
    </main>
  );
}
