import { ErrorScreen } from '@/components/errors/error-screen';
import { PageTitle } from '@/components/layout/page-title';

export default function NotFound() {
  return (
    <main className="px-4 max-sm:px-3">
      <PageTitle name="Page not found" />
      <ErrorScreen failure={{ code: 'not_found' }} />
    </main>
  );
}
