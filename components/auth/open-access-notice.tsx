import { LockOpen } from 'lucide-react';
import { Notice } from '@/components/ui/notice';

/** A warning on every page while sign-in is disabled although the server is reachable from the network. */
export function OpenAccessNotice() {
  return (
    <Notice tone="warning" icon={LockOpen}>
      <b className="font-semibold">Anyone who can reach this address can see these monitors.</b> Signing in is
      switched off (SIGHTLINE_AUTH=none).
    </Notice>
  );
}
