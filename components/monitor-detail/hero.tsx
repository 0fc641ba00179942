import { Check, Copy, ExternalLink, RefreshCw } from 'lucide-react';
import { Badge } from '@/components/monitor/condition-badge';
import { conditionAge, maintenanceMeaning, secondsSince } from '@/components/monitor/condition-labels';
import { shownName, targetParts } from '@/components/monitor/monitor-names';
import { isUnknown } from '@/components/monitor/unknown-value';
import { Button, buttonClass } from '@/components/ui/button';
import { useTicking } from '@/components/ui/clock';
import { useCommands } from '@/components/ui/commands';
import { useCopy } from '@/components/ui/copy-button';
import { useKeyTitle } from '@/components/ui/key-caps';
import { Toast } from '@/components/ui/toast';
import { flappingMeaning } from '@/lib/contract/conditions';
import type { Condition, ListedMonitor } from '@/lib/contract/monitor';
import type { DetailedMonitor } from '@/lib/contract/responses';
import { conditionLabel } from '@/lib/text/condition-label';

const pills: Partial<Record<Condition, string>> = {
  down: 'bg-down-soft',
  overdue: 'bg-overdue-soft',
  pending: 'bg-pending-soft',
};

/** The head of a monitor's page: name, condition, target, and buttons to copy, open and refresh. */
export function Hero(props: { monitor: DetailedMonitor; busy: boolean; onRefresh: () => void }) {
  const { monitor, busy, onRefresh } = props;
  const link = openableTarget(monitor.target);
  const target = targetParts(monitor).join('');
  const condition = useTicking((now) => conditionWithAge(monitor, now));
  const keyTitle = useKeyTitle();
  useCommands(() => [
    { keys: 'r', label: 'Refresh this monitor', group: 'Monitor', inPalette: true, run: onRefresh },
  ]);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 grow basis-80">
        <h1 className="font-semibold text-ink text-xl tracking-[-0.02em] [overflow-wrap:anywhere]">
          <bdi>{shownName(monitor)}</bdi>
        </h1>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-ink-2">
          <span
            className={`flex min-h-[26px] min-w-0 max-w-full items-center rounded-full px-2.5 ${pills[monitor.condition] ?? 'bg-raised'}`}
          >
            <Badge condition={monitor.condition}>{condition}</Badge>
          </span>
          {monitor.flapping ? (
            <span className="rounded-full bg-overdue-soft px-2.5 py-1 text-overdue">
              {`Flapping: its ${flappingMeaning.replace(/\.$/, '')}`}
            </span>
          ) : null}
          {monitor.maintenance_mode ? (
            <span title={maintenanceMeaning} className="rounded-full bg-maint-soft px-2.5 py-1 text-maint">
              Maintenance
            </span>
          ) : null}
          <span
            dir="ltr"
            title={target}
            className="line-clamp-3 min-w-0 font-mono text-xs [overflow-wrap:anywhere]"
          >
            {isUnknown(monitor, 'target') ? 'Unknown target' : target}
          </span>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyGroup
          items={[
            { label: 'Link', name: 'Copy link', text: () => location.origin + location.pathname },
            { label: 'UUID', name: 'Copy UUID', text: () => monitor.monitor_uuid },
            ...(target === ''
              ? []
              : [{ label: 'Target', name: 'Copy target', text: () => target, key: 'c' }]),
          ]}
        />
        {link ? (
          <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
            <ExternalLink />
            {/* On narrow screens the second word is hidden, so that the buttons fit in one line with any font. */}
            <span>
              Open<span className="max-[399px]:sr-only"> target</span>
            </span>
          </a>
        ) : null}
        <Button
          square
          aria-label="Refresh"
          title={keyTitle('Refresh now: 1 request', 'r')}
          aria-busy={busy}
          onClick={onRefresh}
        >
          <RefreshCw className={busy ? 'motion-safe:animate-spin' : ''} />
        </Button>
      </div>
    </div>
  );
}

interface CopyItem {
  /** The visible text of the button. */
  label: string;
  /** The accessible name, which contains the label. */
  name: string;
  text: () => string;
  /** The single-key shortcut. */
  key?: string;
}

/** A group of copy buttons in one frame; a toast reports the copied text. */
function CopyGroup({ items }: { items: readonly CopyItem[] }) {
  const { copied, copy } = useCopy();
  const keyTitle = useKeyTitle();
  useCommands(() =>
    items.flatMap(({ key: keys, name: label, text }) =>
      keys === undefined
        ? []
        : [{ keys, label, group: 'Monitor', inPalette: true, run: () => copy(text(), text()) }],
    ),
  );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser. */}
      <div
        role="group"
        aria-label="Copy"
        className="flex h-[30px] items-stretch rounded-md border border-line bg-surface text-ink-2"
      >
        <span className="flex items-center pr-1 pl-2.5 [&>svg]:size-3.5">
          {copied ? <Check className="text-ink" /> : <Copy />}
        </span>
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            aria-label={item.name}
            title={item.key ? keyTitle(item.name, item.key) : item.name}
            onClick={() => copy(item.text(), item.text())}
            className="rounded-md px-2 text-sm transition-colors duration-100 hover:bg-raised hover:text-ink"
          >
            {item.label}
          </button>
        ))}
      </div>
      <Toast message={copied && `Copied ${copied}`} />
    </>
  );
}

/** Shorter durations are omitted, because the condition may just have been read for the first time. Seconds. */
const MIN_AGE_S = 60;

/** The label of a condition, for down and overdue with the duration: "Down over 4 min", "Overdue 21 min". @param now epoch ms */
export function conditionWithAge(
  monitor: Parameters<typeof conditionAge>[0] & Pick<ListedMonitor, 'last_status'>,
  now: number,
): string {
  const { condition, observed_since: since } = monitor;
  const hasAge = condition === 'overdue' || (condition === 'down' && secondsSince(since, now) >= MIN_AGE_S);
  const label = conditionLabel(monitor);
  return hasAge ? `${label} ${conditionAge(monitor, now)}` : label;
}

/** The URL of a target; null unless its scheme is http or https, so that a `javascript:` target is never a link. */
export function openableTarget(target: string): string | null {
  if (!URL.canParse(target)) return null;
  const url = new URL(target);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}
