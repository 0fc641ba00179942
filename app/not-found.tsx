import { FailurePicture } from '@/components/failure/failure-picture';
import { PageTitle } from '@/components/shell/page-title';

export default function NotFound() {
  return (
    <main>
      <PageTitle name="Page not found" />
      <FailurePicture failure={{ code: 'not_found' }} />
    </main>
  );
}
