import 'server-only';
import { hash } from 'node:crypto';
import { Feed } from 'feed';
import { basePath } from '@/lib/text/base-path';
import {
  defaultInventoryQuery,
  filtersOf,
  type InventoryQuery,
  serializeInventoryQuery,
} from '../../contract/inventory-query.ts';
import { withoutCondition } from '../../contract/search/word-filters.ts';
import { formatDurationRange, formatInstant } from '../../text/format.ts';
import { visibleName } from '../../text/visible-name.ts';
import type { Clock } from '../clock.ts';
import type { History } from '../history/history.ts';
import type { StoredChange } from '../history/query-changes.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { consistentRead, matching, uuidsOfView } from './cached-view.ts';
import type { EtaggedBody } from './http.ts';
import type { ReviewService } from './review.ts';

/** Maximum number of outages in the feed: the newest. */
const OUTAGES_MAX = 100;
/** Maximum number of outages that are searched for those of a view. */
const SEARCHED_MAX = 2000;

/**
 * Serves the newest outages as Atom (RFC 4287), one entry each. The `updated` of an entry changes when its outage ends. Sends
 * no upstream request.
 *
 * @param parts.origin the URL at which people open Sightline, without a slash at its end
 */
export function createOutageFeed(parts: {
  inventory: Inventory;
  review: Pick<ReviewService, 'namedBy'>;
  history: Pick<History, 'changes' | 'version'>;
  clock: Clock;
  origin: string;
}) {
  const { inventory, history } = parts;
  const home = `${parts.origin}${basePath}`;
  const version = () => `${inventory.shown().version} ${history.version()}`;
  const respond = consistentRead<string>({ version });

  /** Returns the UUIDs of the monitors that match the query; null: all monitors, even removed ones. */
  async function members(query: InventoryQuery): Promise<ReadonlySet<string> | null> {
    if (Object.keys(withoutCondition(filtersOf(query))).length === 0) return null;
    const { index, ruleMonitors } = await matching(parts, query);
    return uuidsOfView(index, query, ruleMonitors);
  }

  async function newestOutages(uuids: ReadonlySet<string> | null): Promise<StoredChange[]> {
    const limit = uuids === null ? OUTAGES_MAX : SEARCHED_MAX;
    const { changes } = await history.changes({ kinds: new Set(['down']), limit });
    const ofView = ({ monitor }: StoredChange) => uuids?.has(monitor.monitor_uuid.toLowerCase()) ?? true;
    return changes.filter(ofView).slice(0, OUTAGES_MAX);
  }

  return {
    /**
     * @param search the query as it is in the URL, without a token
     * @throws FailureError `invalid_parameter`, `storage_unreachable`, and before the first crawl if there are filters
     */
    getOutageFeed: (query: InventoryQuery, search: string): Promise<EtaggedBody<string>> =>
      respond(`${serializeInventoryQuery({ ...defaultInventoryQuery, ...query })} ${search}`, async () => {
        const outages = await newestOutages(await members(query));
        return renderFeed(outages, { home, search });
      }),
  };
}

/** The time of the last change of an entry, epoch ms. */
const updatedAt = ({ to, pair }: StoredChange) => pair?.to ?? to;

function renderFeed(
  outages: readonly StoredChange[],
  { home, search }: { home: string; search: string },
): string {
  const self = `${home}/api/changes/feed${search && `?${search}`}`;
  const feed = new Feed({
    id: self,
    title: 'Outages',
    link: `${home}/changes`,
    feedLinks: { atom: self },
    author: { name: 'Sightline' },
    generator: 'Sightline',
    copyright: '',
    // Without outages the feed has never been updated.
    updated: new Date(Math.max(0, ...outages.map(updatedAt))),
  });
  for (const outage of outages) {
    const { monitor, to } = outage;
    feed.addItem({
      ...outageEntry(outage),
      id: `urn:uuid:${outageUuid(`${monitor.monitor_uuid.toLowerCase()} ${to}`)}`,
      link: `${home}/monitors/${encodeURIComponent(monitor.monitor_uuid)}`,
      published: new Date(to),
      date: new Date(updatedAt(outage)),
      category: [{ name: escapeHtml(monitor.type), term: escapeHtml(monitor.type) }],
    });
  }
  return feed.atom1();
}

/** Returns a UUID that is derived from a text (RFC 9562, version 8). */
function outageUuid(text: string): string {
  return hash('sha256', text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

/** Returns the texts of an outage as HTML. They do not depend on the present time, so they change only when the outage ends. */
function outageEntry({ monitor, from, to, pair, lasted }: StoredChange) {
  const name = escapeHtml(visibleName(monitor.name) ?? '(no name)');
  const duration = lasted && formatDurationRange({ least: lasted.atLeastS, most: lasted.atMostS });
  const end = pair && `Ended ${between(pair)}${duration === null ? '' : `, after ${duration}`}.`;
  const sentences = [`Went down ${between({ from, to })}.`, end ?? 'Not over yet.'];
  return {
    title: end === null ? `${name} is down` : `${name} was down for ${duration}`,
    content: `<p>${sentences.join(' ')}</p><p>${escapeHtml(monitor.target)}</p>`,
  };
}

const minuteOf = (instant: number) => formatInstant(instant, 'UTC').slice(0, 16);

/** An interval in UTC, to the minute: "between 2026-11-20 13:59 and 14:07 UTC". */
function between({ from, to }: { from: number; to: number }): string {
  const [first, last] = [minuteOf(from), minuteOf(to)];
  if (first === last) return `at ${last} UTC`;
  return `between ${first} and ${first.slice(0, 10) === last.slice(0, 10) ? last.slice(11) : last} UTC`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 cannot contain, even escaped. */
const notInXml = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export function escapeHtml(text: string): string {
  return text.replace(notInXml, '\uFFFD').replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
