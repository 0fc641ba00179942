/** The target as a link that may be offered: http and https only, so that nothing else a target holds ever runs. */
export function openableTarget(target: string): string | null {
  if (!URL.canParse(target)) return null;
  const url = new URL(target);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}
