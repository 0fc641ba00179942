import { LockOpen } from 'lucide-react';
import { Notice } from '@/components/ui/notice';

/** On every page while nobody signs in although anybody on the network can come. */
export function OpenAccessNotice() {
  return (
    <Notice tone="warning" icon={LockOpen}>
      <b className="font-semibold">Anyone who can reach this address can see these monitors.</b> Signing in is
      switched off (SIGHTLINE_AUTH=none).
    </Notice>
  );
}
