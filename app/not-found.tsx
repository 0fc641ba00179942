import { LateFailureScreen } from '@/components/failure/late-failure-screen';
import { PageTitle } from '@/components/shell/page-title';

export default function NotFound() {
  return (
    <main>
      <PageTitle name="Page not found" />
      <LateFailureScreen failure={{ code: 'not_found' }} />
    </main>
  );
}
