import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { readListContext, useListContext, writeListContext } from '@/components/monitor/list-context-store';
import { pendingNavigation } from '@/components/monitor/pending-navigation';
import { sortMessage } from '@/components/monitor/sort-labels';
import { buttonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { Link } from '@/components/ui/link';
import { usePreferences } from '@/components/ui/preferences';
import { useKeyTitle } from '@/components/ui/use-key-title';
import { useRequestContext } from '@/components/ui/use-request-context';
import { placeIn, withPage } from '@/lib/client/list-context';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { monitorListQuery, readOnce } from '@/lib/client/queries';
import { formatInteger } from '@/lib/text/format';

const directions = {
  next: { label: 'Next', key: 'j', icon: ChevronRight },
  previous: { label: 'Previous', key: 'k', icon: ChevronLeft },
} as const;
type Direction = keyof typeof directions;

/** The last pressed link. The page it opens moves the focus to the same link. */
let pressed: { direction: Direction; uuid: string } | null = null;

/**
 * The position of the monitor in the list it was opened from, with links to that list and to its neighbours. A step
 * replaces the history entry, so that Back leads to the list.
 */
export function PreviousNext({ uuid }: { uuid: string }) {
  const { place, listHref, sort } = useListPlace(uuid);
  const router = useRouter();
  const keyTitle = useKeyTitle();
  const step = (direction: Direction) => {
    const known = readListContext();
    const target = known && placeIn(known, pendingNavigation.target(uuid))?.[direction];
    if (!target) return;
    pendingNavigation.begin(target, uuid);
    router.replace(`/monitors/${target}`);
  };
  useCommands(() => [
    ...(['next', 'previous'] as const).map((direction) => ({
      keys: directions[direction].key,
      label: `${directions[direction].label} monitor`,
      group: 'Monitor' as const,
      run: () => step(direction),
      when: () => Boolean(place?.[direction]),
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
          <Neighbour direction="previous" shown={uuid} uuid={place.previous} />
          <Neighbour direction="next" shown={uuid} uuid={place.next} />
        </nav>
      ) : null}
    </div>
  );
}

/** A link to a neighbour; disabled at the end of the list (`uuid` null). @param props.shown the displayed monitor */
function Neighbour(props: { direction: Direction; shown: string; uuid: string | null }) {
  const { direction, shown, uuid } = props;
  const { label, key, icon: Icon } = directions[direction];
  const [{ singleKeys }] = usePreferences();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (pressed?.direction !== direction) return;
    if (pressed.uuid === shown) link.current?.focus({ preventScroll: true });
    // A neighbour that is still loading is rendered later, as another element.
    if (pressed.uuid !== shown || uuid !== null) pressed = null;
  }, [direction, shown, uuid]);
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

/** The position of a monitor in the list it was opened from, and its neighbours there; null without such a list. */
function useListPlace(uuid: string) {
  const listContext = useListContext();
  const place = listContext && placeIn(listContext, uuid);
  const missing = place?.missingPage ?? null;
  const search = place ? listContext.search : '';
  const { query } = parseMonitorsUrl(new URLSearchParams(search));
  // A cached page is sufficient; otherwise the page is requested from the BFF, without an upstream request.
  const beyond = useQuery({
    ...monitorListQuery({ ...query, page: missing ?? 1 }, useRequestContext()),
    ...readOnce,
    enabled: missing !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const beyondRows = missing === null ? undefined : beyond.data?.body.data;
  useEffect(() => {
    const known = readListContext();
    if (!known || missing === null || !beyondRows) return;
    const rows = beyondRows.map((monitor) => monitor.monitor_uuid);
    writeListContext(withPage(known, { number: missing, rows }));
  }, [missing, beyondRows]);
  useEffect(() => {
    pendingNavigation.arrive(uuid);
    const known = readListContext();
    if (!known?.rows.includes(uuid)) return;
    writeListContext({ ...known, opened: known.opened ?? uuid, lastShown: uuid });
  }, [uuid]);
  const listHref: '/monitors' | `/monitors?${string}` = search === '' ? '/monitors' : `/monitors?${search}`;
  return { place: place && { ...place, total: listContext.total }, listHref, sort: query.sort };
}
