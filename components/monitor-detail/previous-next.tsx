import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useQueryState } from 'nuqs';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { showMonitor } from '@/components/monitor/opened-list';
import { sortMessage } from '@/components/monitor/sort-labels';
import { buttonClass } from '@/components/ui/button';
import { useCommands } from '@/components/ui/commands';
import { useKeyTitle } from '@/components/ui/key-caps';
import { Link } from '@/components/ui/link';
import { usePreferences } from '@/components/ui/preferences';
import { useRequestContext } from '@/components/ui/use-request-context';
import type { BodyWithEtag } from '@/lib/client/fetch-json';
import {
  listParser,
  monitorPath,
  type OpenedMonitor,
  onPage,
  parseMonitorsUrl,
} from '@/lib/client/monitors-url';
import { monitorListKey, monitorListQuery, readOnce } from '@/lib/client/queries';
import type { MonitorList } from '@/lib/contract/responses';
import { reviewRule } from '@/lib/contract/review-rules';
import { formatInteger } from '@/lib/text/format';

const directions = {
  next: { label: 'Next', key: 'j', icon: ChevronRight },
  previous: { label: 'Previous', key: 'k', icon: ChevronLeft },
} as const;

const separator = (
  <span aria-hidden className="text-ink-3">
    /
  </span>
);

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
  const rule = reviewRule(parseMonitorsUrl(new URLSearchParams(list ?? '')).rule ?? '');
  const listHref = list ? (`/monitors?${list}` as const) : '/monitors';
  const router = useRouter();
  const keyTitle = useKeyTitle();
  // Before the next key can be pressed.
  useLayoutEffect(() => {
    // The steps up to this page are done. All are done if a link outside of these buttons has opened it.
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
        {rule ? (
          <>
            <Link href="/review" className="py-1 hover:text-ink hover:underline">
              Review
            </Link>
            {separator}
          </>
        ) : null}
        <Link
          href={listHref}
          scroll={false}
          title={keyTitle('Back to the list', 'u')}
          className="truncate py-1 hover:text-ink hover:underline"
        >
          {rule ? rule.title : 'Monitors'}
        </Link>
        {place ? (
          <>
            {separator}
            <span className="shrink-0">
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
      className={buttonClass()}
    >
      {content}
    </Link>
  );
}

const steps = { next: 1, previous: -1 } as const;
type Direction = keyof typeof steps;

/**
 * The neighbours of a monitor in the list that it was opened from. The order is that of the cached list, which is not read
 * again; after a reload of the document it is the present one.
 *
 * @returns `place`: null while it is unknown, and for a monitor that is not on that page. `neighbourOf`: null at the end of
 * the list, and while the page beyond is loading
 */
function useNeighbours({ uuid, list }: OpenedMonitor) {
  const client = useQueryClient();
  const context = useRequestContext();
  const { query } = parseMonitorsUrl(new URLSearchParams(list ?? ''));
  const optionsOf = (page: number) => ({
    ...monitorListQuery({ ...query, page }, context),
    ...readOnce,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const body = useQuery({ ...optionsOf(query.page), enabled: list !== null }).data?.body;
  const rows = rowsOf(body);
  const index = rows.indexOf(uuid);
  const isLast = index === rows.length - 1;
  const beyond = index === 0 && query.page > 1 ? query.page - 1 : isLast ? query.page + 1 : null;
  const isBeyond = index >= 0 && beyond !== null && beyond <= (body?.pagination.total_pages ?? 0);
  useQuery({ ...optionsOf(beyond ?? 1), enabled: isBeyond });

  function neighbourOf(from: OpenedMonitor, direction: Direction): OpenedMonitor | null {
    if (from.list === null) return null;
    const { query: own } = parseMonitorsUrl(new URLSearchParams(from.list));
    const rowsOn = (page: number) =>
      rowsOf(client.getQueryData<BodyWithEtag<MonitorList>>(monitorListKey({ ...own, page }))?.body);
    const known = rowsOn(own.page);
    const at = known.indexOf(from.uuid);
    if (at === -1) return null;
    const step = steps[direction];
    const next = known[at + step];
    if (next !== undefined) return { uuid: next, list: from.list };
    // A monitor that has moved to the page beyond is not its own neighbour.
    const others = rowsOn(own.page + step).filter((other) => !known.includes(other));
    const first = others.at(step === 1 ? 0 : -1);
    return first === undefined ? null : { uuid: first, list: onPage(from.list, own.page + step) };
  }

  const before = body?.grouped ? 0 : (query.page - 1) * query.per_page;
  const total = body?.grouped ? rows.length : (body?.pagination.total ?? 0);
  const place = index === -1 ? null : { position: before + index + 1, total };
  return { place, sort: query.sort, neighbourOf };
}

/** The monitors of a page in order. A grouped list has those of its open groups. */
function rowsOf(body: MonitorList | undefined): string[] {
  const groups = body?.grouped?.groups.flatMap(({ monitors }) => monitors);
  return [...new Set((groups ?? body?.data ?? []).map(({ monitor_uuid: uuid }) => uuid))];
}
