import 'server-only';
import { closest, distance } from 'fastest-levenshtein';

/** Settings of the launcher (lib/launch). */
const ofLauncher = ['SIGHTLINE_ALLOWED_HOSTS', 'SIGHTLINE_BASE_PATH', 'SIGHTLINE_TRUSTED_PROXY_HOPS'];
/** Variables that our own programs set for each other. They are never suggested. */
const internal = ['SIGHTLINE_CHECK', 'SIGHTLINE_DEMO_API_URL', 'SIGHTLINE_DEMO_API_KEY'];

const PREFIX = 'SIGHTLINE_';

/** Kubernetes and Docker set such variables for a service named `sightline`. */
const injected = /^SIGHTLINE_(PORT|SERVICE_HOST|SERVICE_PORT)(_|$)/;

/** Names that differ in more letters are not misspellings. */
const TYPO_MAX = 6;

/** Returns a sentence about variables that look like settings but are not, with the nearest settings; null: there are none. */
export function unknownSettings(names: readonly string[], known: readonly string[]): string | null {
  const all = [...known, ...ofLauncher].filter((name) => !internal.includes(name));
  const unknown = names.filter(
    (name) => name.startsWith(PREFIX) && ![...all, ...internal].includes(name) && !injected.test(name),
  );
  if (unknown.length === 0) return null;
  const described = unknown.map((name) => {
    const nearest = nearestOf(name, all);
    return nearest === null ? name : `${name} (did you mean ${nearest}?)`;
  });
  return `No such setting: ${described.join(', ')}`;
}

/** Returns the setting with the same name and another prefix, else a setting with a similar spelling; null: neither. */
function nearestOf(name: string, all: readonly string[]): string | null {
  const rest = name.slice(PREFIX.length);
  const moved = [rest, `MONITOR_${rest}`].find((other) => all.includes(other));
  if (moved !== undefined) return moved;
  const nearest = closest(name, all);
  return distance(name, nearest) <= TYPO_MAX ? nearest : null;
}
