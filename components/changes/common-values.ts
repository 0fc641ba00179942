import type { Change } from '@/lib/contract/changes';

/** What several changes have in common; null: it differs. */
export interface CommonValues {
  type: string | null;
  region: string | null;
  /** The host that all monitors check. */
  host: string | null;
  /** The edited fields, if all were edited in the same way. */
  fields: Change['fields'];
}

type Values = (change: Change) => readonly string[];

/** What changes can have in common, the most telling first. */
const properties = {
  region: ({ monitor }) => monitor.regions,
  fields: ({ fields }) => (fields === null ? [] : [JSON.stringify(fields)]),
  host: ({ monitor }) => [hostOf(monitor.target)],
  type: ({ monitor }) => [monitor.type],
} as const satisfies Record<keyof CommonValues, Values>;

/** A property is told of a moment when so large a share of its changes have one value. */
const TELLING_SHARE = 0.6;

/** The changes that share a value: that of the first property with a telling one, else the most frequent; null: too few. */
export function bestCommon(changes: readonly Change[], least: number): readonly Change[] | null {
  const groups = Object.values(properties).map((valuesOf) => largestGroup(changes, valuesOf));
  const telling = groups.find((group) => group.length >= changes.length * TELLING_SHARE);
  const best = telling ?? groups.reduce((a, b) => (b.length > a.length ? b : a));
  return best.length >= least ? best : null;
}

/** The changes with the most frequent value. */
function largestGroup(changes: readonly Change[], valuesOf: Values): readonly Change[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    for (const value of valuesOf(change)) {
      const group = groups.get(value);
      if (group) group.push(change);
      else groups.set(value, [change]);
    }
  }
  return [...groups.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
}

/** What all of some changes have in common. */
export function commonValues(changes: readonly Change[]): CommonValues {
  const [first] = changes;
  const shared = (valuesOf: Values) =>
    (first === undefined ? [] : valuesOf(first)).find((value) =>
      changes.every((change) => valuesOf(change).includes(value)),
    ) ?? null;
  return {
    type: shared(properties.type),
    region: shared(properties.region),
    host: shared(properties.host),
    fields: shared(properties.fields) === null ? null : (first?.fields ?? null),
  };
}

/** The host of a target, which is a URL, a host or an IP address. */
function hostOf(target: string): string {
  return URL.canParse(target) ? new URL(target).hostname : target;
}
