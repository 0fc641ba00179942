import { TriangleAlert } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { Countdown } from '@/components/errors/countdown';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { Usage } from '@/lib/contract/usage';
import { bannerMessage } from './banner-messages';

/** That a window runs low or is used up, with a countdown where one is known. */
export function UsageBannerNotice({ usage }: { usage: Usage['data'] }) {
  const isAtUsage = usePathname() === '/usage';
  const message = bannerMessage(usage);
  if (!message) return null;
  const until = usage.retry_at ?? (usage.state === 'rate_limited' ? usage.rate_limit.resets_at : null);
  return (
    <Notice tone={message.tone} icon={TriangleAlert}>
      <b className="font-semibold">{message.headline}</b> {message.rest}{' '}
      {until ? <Countdown iso={until} /> : null}{' '}
      {isAtUsage ? null : (
        <Link href="/usage" className="underline underline-offset-2">
          Details
        </Link>
      )}
    </Notice>
  );
}
