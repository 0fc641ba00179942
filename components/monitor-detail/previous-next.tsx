import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { pendingNavigation } from '@/components/monitor/pending-navigation';
import { sortMessage } from '@/components/monitor/sort-labels';
import { buttonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { Link } from '@/components/ui/link';
import { usePreferences } from '@/components/ui/preferences';
import { useKeyTitle } from '@/components/ui/use-key-title';
import { formatInteger } from '@/lib/text/format';
import { usePreviousNext } from './use-previous-next';

type Direction = 'previous' | 'next';

const directions = {
  previous: { label: 'Previous', key: 'k', icon: ChevronLeft },
  next: { label: 'Next', key: 'j', icon: ChevronRight },
} as const;

/** The last pressed link. The page it opens moves the focus to the same link. */
let pressed: { direction: Direction; uuid: string } | null = null;

/**
 * The position of the monitor in the list it was opened from, with links to that list and to its neighbours.
 */
export function PreviousNext({ uuid }: { uuid: string }) {
  const neighbours = usePreviousNext(uuid);
  const keyTitle = useKeyTitle();
  const { place } = neighbours;
  useCommands(() => [
    {
      keys: 'j',
      caps: ['j'],
      label: 'Next monitor',
      group: 'Monitor',
      run: () => neighbours.step('next'),
      when: () => neighbours.next !== null,
    },
    {
      keys: 'k',
      caps: ['k'],
      label: 'Previous monitor',
      group: 'Monitor',
      run: () => neighbours.step('previous'),
      when: () => neighbours.previous !== null,
    },
    { keys: 'u', caps: ['u'], label: 'Back to the list', group: 'Monitor', run: neighbours.backToList },
  ]);
  return (
    <div className="flex min-h-[30px] flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-2 text-ink-2">
        <Link
          href={neighbours.listHref}
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
          <Neighbour direction="previous" shown={uuid} uuid={neighbours.previous} />
          <Neighbour direction="next" shown={uuid} uuid={neighbours.next} />
        </nav>
      ) : null}
    </div>
  );
}

interface NeighbourProps {
  direction: Direction;
  /** The UUID of the displayed monitor. */
  shown: string;
  /** The UUID of the neighbour; null at the end of the list. */
  uuid: string | null;
}

function Neighbour({ direction, shown, uuid }: NeighbourProps) {
  const { label, key, icon: Icon } = directions[direction];
  const [{ singleKeys }] = usePreferences();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (pressed?.direction !== direction) return;
    if (pressed.uuid === shown) link.current?.focus({ preventScroll: true });
    // A neighbour that is still loading is rendered later, as another element.
    if (pressed.uuid !== shown || uuid !== null) pressed = null;
  }, [direction, shown, uuid]);
  useEffect(
    () => () => {
      if (pressed?.uuid === shown) pressed = null;
    },
    [shown],
  );
  const content = (
    <>
      <Icon className="sm:hidden" />
      <span className="max-sm:sr-only">{label}</span>
      <span className="sr-only">monitor</span>
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
      // biome-ignore lint/a11y/useValidAnchor: a disabled link, because there is no neighbour.
      <a ref={link} tabIndex={-1} role="link" aria-disabled className={`${buttonClass()} opacity-50`}>
        {content}
      </a>
    );
  }
  return (
    <Link
      ref={link}
      href={`/monitors/${uuid}`}
      replace
      onNavigate={() => {
        pressed = { direction, uuid };
        pendingNavigation.begin(uuid, shown);
      }}
      className={`${buttonClass()} hover:border-line-strong hover:text-ink`}
    >
      {content}
    </Link>
  );
}
