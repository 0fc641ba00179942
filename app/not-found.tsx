import { FailureScreen } from '@/components/failure/failure-screen';

export default function NotFound() {
  return (
    <main>
      <FailureScreen failure={{ code: 'not_found' }} />
    </main>
  );
}
