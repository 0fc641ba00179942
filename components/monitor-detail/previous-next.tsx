import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { pendingNavigation } from '@/components/monitor/pending-navigation';
import { sortMessage } from '@/components/monitor/sort-labels';
import { buttonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { Link } from '@/components/ui/link';
import { usePreferences } from '@/components/ui/preferences';
import { useKeyTitle } from '@/components/ui/use-key-title';
import { formatInteger } from '@/lib/format';
import { usePreviousNext } from './use-previous-next';

type Way = 'previous' | 'next';

const ways = {
  previous: { label: 'Previous', key: 'k', icon: ChevronLeft },
  next: { label: 'Next', key: 'j', icon: ChevronRight },
} as const;

/** Set by pressing a neighbour's link: on the page it leads to the focus belongs on the same link. */
let pressed: { way: Way; uuid: string } | null = null;

/** Where the monitor stands in the list that one came from, the way back to it, and its neighbours there. */
export function PreviousNext({ uuid }: { uuid: string }) {
  const walk = usePreviousNext(uuid);
  const keyTitle = useKeyTitle();
  const { place } = walk;
  useCommands(() => [
    {
      keys: 'j',
      caps: ['j'],
      label: 'Next monitor',
      group: 'Monitor',
      run: () => walk.step('next'),
      when: () => walk.next !== null,
    },
    {
      keys: 'k',
      caps: ['k'],
      label: 'Previous monitor',
      group: 'Monitor',
      run: () => walk.step('previous'),
      when: () => walk.previous !== null,
    },
    { keys: 'u', caps: ['u'], label: 'Back to the list', group: 'Monitor', run: walk.backToList },
  ]);
  return (
    <div className="flex min-h-[30px] flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-2 text-ink-2">
        <Link
          href={walk.listHref}
          scroll={false}
          title={keyTitle('Back to the list', 'u')}
          className="py-1 hover:text-ink hover:underline"
        >
          Monitors
        </Link>
        {place ? (
          <>
            <span aria-hidden className="text-ink-3">
              /
            </span>
            <span>
              {formatInteger(place.position)} of {formatInteger(place.total)}
              {place.sort ? sortMessage(place.sort) : ''}
            </span>
          </>
        ) : null}
      </nav>
      {place ? (
        <nav aria-label="Previous and next monitor" className="flex gap-2">
          <Neighbour way="previous" shown={uuid} uuid={walk.previous} />
          <Neighbour way="next" shown={uuid} uuid={walk.next} />
        </nav>
      ) : null}
    </div>
  );
}

interface NeighbourProps {
  way: Way;
  /** The monitor on the screen. */
  shown: string;
  /** The neighbour; null at the end of the list. */
  uuid: string | null;
}

function Neighbour({ way, shown, uuid }: NeighbourProps) {
  const { label, key, icon: Icon } = ways[way];
  const [{ singleKeys }] = usePreferences();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (pressed?.way !== way) return;
    if (pressed.uuid === shown) link.current?.focus({ preventScroll: true });
    // A neighbour that is not known yet may still come, as another element.
    if (pressed.uuid !== shown || uuid !== null) pressed = null;
  }, [way, shown, uuid]);
  useEffect(
    () => () => {
      if (pressed?.uuid === shown) pressed = null;
    },
    [shown],
  );
  const face = (
    <>
      <Icon className="sm:hidden" />
      <span className="max-sm:hidden">{label}</span>
      {singleKeys ? (
        <kbd
          aria-hidden
          className="rounded-sm border border-line bg-raised px-1 font-mono text-[11px] text-ink-3 leading-4 max-sm:hidden"
        >
          {key}
        </kbd>
      ) : null}
    </>
  );
  if (uuid === null) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a link that leads nowhere now, which is what a missing neighbour is.
      <a
        ref={link}
        tabIndex={-1}
        role="link"
        aria-disabled
        aria-label={`${label} monitor`}
        className={`${buttonClass()} opacity-50`}
      >
        {face}
      </a>
    );
  }
  return (
    <Link
      ref={link}
      href={`/monitors/${uuid}`}
      replace
      aria-label={`${label} monitor`}
      onNavigate={() => {
        pressed = { way, uuid };
        pendingNavigation.begin(uuid);
      }}
      className={`${buttonClass()} hover:border-line-strong hover:text-ink`}
    >
      {face}
    </Link>
  );
}
