import { FailureScreen } from '@/components/failure/failure-screen';

export default function MonitorNotFound() {
  return (
    <main>
      <FailureScreen failure={{ code: 'monitor_not_found' }} />
    </main>
  );
}
