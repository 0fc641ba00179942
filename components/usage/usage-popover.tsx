import { Age } from '@/components/ui/instant';
import { Link } from '@/components/ui/link';
import { PopoverFrame } from '@/components/ui/popover-frame';
import type { Usage } from '@/lib/contract/usage';
import { UsageMeter } from './usage-meter';

/** The three windows, and the way to the page that explains them. */
export function UsagePopover({ usage }: { usage: Usage['data'] }) {
  const { rate_limit: minute, daily, monthly } = usage;
  return (
    <PopoverFrame
      title="API requests left"
      titled
      align="end"
      className="w-[min(340px,calc(100vw-16px))] p-4"
    >
      {() => (
        <div className="flex flex-col gap-4">
          <UsageMeter label="This minute" counter={minute} />
          <UsageMeter label="Today" counter={daily} />
          <UsageMeter label="This month" counter={monthly} />
          <p className="text-ink-3 text-xs">
            {usage.observed_at ? (
              <>
                Seen in the API’s answers <Age iso={usage.observed_at} /> ago. The API does not publish when
                its day and month begin.
              </>
            ) : (
              'The API has not been asked yet.'
            )}
          </p>
          <Link href="/usage" className="w-fit text-accent hover:underline">
            Open the usage page
          </Link>
        </div>
      )}
    </PopoverFrame>
  );
}
