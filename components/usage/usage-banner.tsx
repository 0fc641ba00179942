'use client';

import { TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useUsage } from '@/components/answers/use-answer';
import { Countdown } from '@/components/failure/countdown';
import { Notice } from '@/components/ui/notice';
import { bannerWords } from './usage-words';

/** Nothing while all is well; one line when a window runs low or is used up, with a countdown where one is known. */
export function UsageBanner() {
  const usage = useUsage().answer?.body.data;
  const isAtUsage = usePathname() === '/usage';
  const words = usage ? bannerWords(usage) : null;
  if (!usage || !words) return null;
  const until = usage.retry_at ?? (usage.state === 'rate_limited' ? usage.rate_limit.resets_at : null);
  return (
    <Notice tone={words.tone} icon={TriangleAlert}>
      <b className="font-semibold">{words.headline}</b> {words.rest}{' '}
      {until ? <Countdown iso={until} /> : null}{' '}
      {isAtUsage ? null : (
        <Link href="/usage" prefetch={false} className="underline underline-offset-2">
          Details
        </Link>
      )}
    </Notice>
  );
}
