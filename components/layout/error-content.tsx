import { ErrorScreen } from '@/components/errors/error-screen';
import { PageTitle } from './page-title';

interface ErrorContentProps {
  /** Under which the server has logged the error. */
  digest: string | undefined;
  onRetry: () => void;
}

/** What stands in place of a page in which a bug of ours was met. */
export function ErrorContent({ digest, onRetry }: ErrorContentProps) {
  return (
    <>
      <PageTitle name="Error" />
      <ErrorScreen
        failure={{ code: 'internal', ...(digest ? { request_id: digest } : {}) }}
        onRetry={onRetry}
      />
    </>
  );
}
