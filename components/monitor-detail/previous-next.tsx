import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useQueryState } from 'nuqs';
import { useEffect, useRef } from 'react';
import { showMonitor } from '@/components/monitor/opened-list';
import { sortMessage } from '@/components/monitor/sort-labels';
import { buttonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { Link } from '@/components/ui/link';
import { usePreferences } from '@/components/ui/preferences';
import { useKeyTitle } from '@/components/ui/use-key-title';
import { listParser, monitorPath, type OpenedMonitor } from '@/lib/client/opened-monitor';
import { formatInteger } from '@/lib/text/format';
import { type Direction, useNeighbours } from './use-neighbours';

const directions = {
  next: { label: 'Next', key: 'j', icon: ChevronRight },
  previous: { label: 'Previous', key: 'k', icon: ChevronLeft },
} as const;

/** The monitors of steps whose pages have not arrived yet: the next step starts from the last of them. */
let pending: readonly OpenedMonitor[] = [];

/** The last pressed link. The page it opens moves the focus to the same link. */
let pressed: { direction: Direction; uuid: string } | null = null;

/**
 * The position of the monitor in the list it was opened from, with links to that list and to its neighbours. A step
 * replaces the history entry, so that Back leads to the list.
 */
export function PreviousNext({ uuid }: { uuid: string }) {
  const [list] = useQueryState('list', listParser);
  const { place, sort, neighbourOf } = useNeighbours({ uuid, list });
  const listHref = list ? (`/monitors?${list}` as const) : '/monitors';
  const router = useRouter();
  const keyTitle = useKeyTitle();
  useEffect(() => {
    // Without the steps before it; none is left when the page was opened in another way.
    const arrived = pending.findLastIndex((step) => step.uuid === uuid);
    pending = arrived === -1 ? [] : pending.slice(arrived + 1);
    showMonitor({ uuid, list });
  }, [uuid, list]);
  const step = (direction: Direction) => {
    const target = neighbourOf(pending.at(-1) ?? { uuid, list }, direction);
    if (target === null) return;
    pending = [...pending, target];
    router.replace(monitorPath(target));
  };
  useCommands(() => [
    ...(['next', 'previous'] as const).map((direction) => ({
      keys: directions[direction].key,
      label: `${directions[direction].label} monitor`,
      group: 'Monitor' as const,
      run: () => step(direction),
      when: () => neighbourOf({ uuid, list }, direction) !== null,
    })),
    {
      keys: 'u',
      label: 'Back to the list',
      group: 'Monitor',
      // The list restores its scroll position itself.
      run: () => router.push(listHref, { scroll: false }),
    },
  ]);
  return (
    <div className="flex min-h-[30px] flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-2 text-ink-2">
        <Link
          href={listHref}
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
              {sort ? sortMessage(sort) : ''}
            </span>
          </>
        ) : null}
      </nav>
      {place ? (
        <nav aria-label="Previous and next monitor" className="flex gap-2">
          {(['previous', 'next'] as const).map((direction) => (
            <Neighbour
              key={direction}
              direction={direction}
              shown={uuid}
              target={neighbourOf({ uuid, list }, direction)}
            />
          ))}
        </nav>
      ) : null}
    </div>
  );
}

/** A link to a neighbour; disabled at the end of the list (`target` null). @param props.shown the displayed monitor */
function Neighbour(props: { direction: Direction; shown: string; target: OpenedMonitor | null }) {
  const { direction, shown, target } = props;
  const isEnd = target === null;
  const { label, key, icon: Icon } = directions[direction];
  const [{ singleKeys }] = usePreferences();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (pressed?.direction !== direction) return;
    if (pressed.uuid === shown) link.current?.focus({ preventScroll: true });
    // A neighbour that is still loading is rendered later, as another element.
    if (pressed.uuid !== shown || !isEnd) pressed = null;
  }, [direction, shown, isEnd]);
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
  if (target === null) {
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
      href={monitorPath(target)}
      replace
      onNavigate={() => {
        pressed = { direction, uuid: target.uuid };
        pending = [...pending, target];
      }}
      className={`${buttonClass()} hover:border-line-strong hover:text-ink`}
    >
      {content}
    </Link>
  );
}
