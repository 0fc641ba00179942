import { FailureScreen } from '@/components/failure/failure-screen';
import { PageTitle } from '@/components/shell/page-title';

export default function NotFound() {
  return (
    <main>
      <PageTitle name="Page not found" />
      <FailureScreen failure={{ code: 'not_found' }} />
    </main>
  );
}
