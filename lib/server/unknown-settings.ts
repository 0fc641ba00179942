import 'server-only';
import { closest, distance } from 'fastest-levenshtein';

/** Settings of the launcher (lib/launch). */
const ofLauncher = [
  'SIGHTLINE_ALLOWED_HOSTS',
  'SIGHTLINE_BASE_PATH',
  'SIGHTLINE_CHECK',
  'SIGHTLINE_TRUSTED_PROXY_HOPS',
];

/** Kubernetes and Docker set such variables for a service named `sightline`. */
const injected = /^SIGHTLINE_(PORT|SERVICE_HOST|SERVICE_PORT)(_|$)/;

/** Names that differ in more letters are no misspelling. */
const TYPO_MAX = 6;

/** Returns a sentence that names the variables that look like settings and are none, with the nearest setting; null: none. */
export function unknownSettings(names: readonly string[], known: readonly string[]): string | null {
  const all = [...known, ...ofLauncher];
  const unknown = names.filter(
    (name) => name.startsWith('SIGHTLINE_') && !all.includes(name) && !injected.test(name),
  );
  if (unknown.length === 0) return null;
  const described = unknown.map((name) => {
    const nearest = closest(name, all);
    return distance(name, nearest) <= TYPO_MAX ? `${name} (did you mean ${nearest}?)` : name;
  });
  return `No such setting: ${described.join(', ')}`;
}
