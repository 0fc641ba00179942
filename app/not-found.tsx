import { ErrorState } from '@/components/errors/error-state';
import { PageTitle } from '@/components/layout/page-title';

export default function NotFound() {
  return (
    <main>
      <PageTitle name="Page not found" />
      <ErrorState failure={{ code: 'not_found' }} />
    </main>
  );
}
