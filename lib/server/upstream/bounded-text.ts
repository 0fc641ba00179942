import 'server-only';

/**
 * Maximum length of a text from upstream: longer than any name, address or description that a user writes.
 */
export const TEXT_MAX = 4096;

/**
 * Bounds a string from upstream, so that it can be kept and sent on: at most 4,096 UTF-16 units (a longer
 * string is truncated and ends in an ellipsis), and well-formed (a lone surrogate becomes U+FFFD).
 */
export function boundedText(text: string): string {
  if (text.length <= TEXT_MAX) return text.toWellFormed();
  // A surrogate pair that would be split is removed completely.
  const kept = text.slice(0, TEXT_MAX - 1).replace(/[\ud800-\udbff]$/, '');
  return `${kept}…`.toWellFormed();
}
