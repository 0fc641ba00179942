import { ErrorScreen } from '@/components/errors/error-screen';
import { PageTitle } from './page-title';

interface ErrorContentProps {
  /** The ID under which the server has logged the error. */
  digest: string | undefined;
  onRetry: () => void;
}

/** Replaces the content of a page after an unexpected error. */
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
