import { ErrorState } from '@/components/errors/error-state';
import { PageTitle } from '@/components/layout/page-title';

export default function MonitorNotFound() {
  return (
    <main>
      <PageTitle name="Monitor not found" />
      <ErrorState failure={{ code: 'monitor_not_found' }} />
    </main>
  );
}
