import { usePathname } from 'next/navigation';
import { useTicking } from '@/components/ui/clock';
import { Link } from '@/components/ui/link';
import type { Usage } from '@/lib/contract/usage';
import { BannerMessage } from './banner-message';
import { RequestsLeft, stateTones, toneInk, UsageSummary } from './usage-summary';
import { resetMessage, type UsageWindow, usageWindows, WindowMeter } from './usage-windows';

/** The content of the usage banner: three windows or, on a phone, their summary; and the message, if there is one. */
export function UsageStrip({ usage }: { usage: Usage['data'] }) {
  const isCalm = stateTones[usage.state] === 'neutral';
  const isAtUsage = usePathname() === '/usage';
  return (
    <>
      <Link href="/usage" className="flex h-full min-w-0 flex-1 items-center gap-1.5 px-3 sm:hidden">
        <UsageSummary
          usage={usage}
          isBanner
          message={isCalm ? null : <BannerMessage usage={usage} part="headline" />}
        />
      </Link>
      <div className="flex h-full min-w-0 flex-1 items-center gap-5 px-4 max-sm:hidden">
        {/* On narrow screens the message, which names the relevant window, replaces the counters. */}
        <span className={`flex items-center gap-5 ${isCalm ? '' : 'max-xl:hidden'}`}>
          {usageWindows(usage).map((window) => (
            <span key={window.key} className={window.key === 'monthly' ? 'max-md:hidden' : ''}>
              <BannerWindow window={window} isBrief={!isCalm} />
            </span>
          ))}
        </span>
        {isCalm ? null : <BannerMessage usage={usage} part="line" />}
        <span className="ml-auto shrink-0">
          {isAtUsage ? null : (
            <Link href="/usage" className="underline-offset-2 hover:text-ink hover:underline">
              Details
            </Link>
          )}
        </span>
      </div>
    </>
  );
}

/** One window: remaining requests and limit, a meter, and the reset. @param props.isBrief without the reset */
function BannerWindow({ window, isBrief }: { window: UsageWindow; isBrief: boolean }) {
  const { label, known, tone, resets_at: resetsAt } = window;
  // After the end of a minute nothing is known until the next response.
  const resetLabel = useTicking((now) =>
    resetsAt !== null && Date.parse(resetsAt) > now ? resetMessage(resetsAt, now) : '',
  );
  if (known === null)
    return (
      <span className="whitespace-nowrap">
        {label} <span className="text-ink-3">no data yet</span>
      </span>
    );
  return (
    <span className="flex shrink-0 items-center gap-1.5 whitespace-nowrap">
      {label}
      <RequestsLeft {...known} ink={toneInk[tone]}>
        <span className="max-lg:hidden"> left</span>
      </RequestsLeft>
      <span className="w-14 max-md:hidden">
        <WindowMeter window={window} label={`${label}, requests left`} />
      </span>
      {isBrief ? null : (
        // That of the minute comes and goes, and keeps its place meanwhile.
        <span
          className={`text-ink-3 ${window.key === 'rate_limit' ? 'min-w-24 max-lg:hidden' : 'max-xl:hidden'}`}
        >
          {resetLabel}
        </span>
      )}
    </span>
  );
}
