import 'server-only';

/** No name, address or description that a person wrote is longer; it bounds what one field can cost everywhere. */
export const TEXT_MAX = 4096;

/**
 * Makes a string of upstream's safe to hold and to send on: at most 4,096 UTF-16 units (longer is cut and ends in an
 * ellipsis) and well-formed (a lone surrogate becomes U+FFFD). Everything else stays as it came; it is inert as text.
 */
export function boundedText(text: string): string {
  if (text.length <= TEXT_MAX) return text.toWellFormed();
  // A pair that the cut would split is left out whole.
  const kept = text.slice(0, TEXT_MAX - 1).replace(/[\ud800-\udbff]$/, '');
  return `${kept}…`.toWellFormed();
}
