import { flushSync } from 'react-dom';
import { Age } from '@/components/ui/age';
import { useNow } from '@/components/ui/clock';
import { Link } from '@/components/ui/link';
import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import type { Usage } from '@/lib/contract/usage';
import { usageWindows, WindowMeter } from './usage-windows';
import { useUsageBanner } from './use-usage-banner';

export function UsagePopover({ trigger, usage }: { trigger: TriggerProps; usage: Usage['data'] }) {
  const now = useNow();
  const { isShown, expand } = useUsageBanner();
  return (
    <PopoverFrame
      trigger={trigger}
      title="API requests left"
      titled
      align="end"
      className="w-[min(340px,calc(100vw-16px))] p-4"
    >
      {(close) => (
        <div className="flex flex-col gap-4">
          {usageWindows(usage).map((window) => (
            <div key={window.key} className="flex flex-col gap-1.5">
              <div className="flex items-baseline justify-between gap-2">
                <span className="text-ink-2">{window.label}</span>
                <span className="font-medium text-ink">{window.left}</span>
              </div>
              <WindowMeter window={window} />
              <span className="text-ink-3 text-xs">{window.resetLabel(now)}</span>
            </div>
          ))}
          <p className="text-ink-3 text-xs">
            {usage.observed_at ? (
              <>
                Seen in the API’s answers <Age iso={usage.observed_at} /> ago.
              </>
            ) : (
              'No API requests yet.'
            )}
          </p>
          <span className="flex gap-4">
            <Link href="/usage" className="text-accent hover:underline">
              View usage
            </Link>
            {isShown ? null : (
              <button
                type="button"
                onClick={() => {
                  flushSync(expand);
                  // The button that opened the popover is hidden now, so the focus cannot return to it.
                  document.querySelector<HTMLElement>('[data-collapse-usage]')?.focus();
                  close();
                }}
                className="text-accent hover:underline"
              >
                Show as banner
              </button>
            )}
          </span>
        </div>
      )}
    </PopoverFrame>
  );
}
