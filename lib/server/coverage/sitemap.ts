import 'server-only';
import { type ListEntry, readEntry } from './list-entry.ts';
import { LONGEST } from './listed-address.ts';

/** Recognizes a sitemap. Other texts begin with `<`, too: HTML, the configuration of Apache, `<https://example.com>`. */
export function sitemapKindOf(start: string): 'sitemap' | 'sitemap_index' | null {
  if (!/^\s*</.test(start)) return null;
  if (/<(?:\w+:)?sitemapindex[\s>]/.test(start)) return 'sitemap_index';
  return /<(?:\w+:)?(?:urlset|loc)[\s>]/.test(start) ? 'sitemap' : null;
}

const LOCATION = /^(?:\w+:)?loc(?=[\s>/]|$)/;
/** A page in another language. */
const ALTERNATE =
  /^(?:\w+:)?link\s(?=.*?\brel\s*=\s*["']alternate["']).*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/s;

/**
 * Reads a sitemap or a sitemap index: its locations, and the pages in other languages. The locations of an index are the
 * addresses of sitemaps, which are not requested. An XML parser would keep the document, or all its open tags, in memory.
 */
export function* readSitemap(text: string): Generator<ListEntry | null> {
  let line = 1;
  let counted = 0;
  const found = (value: string, at: number) => {
    for (let next = text.indexOf('\n', counted); next >= 0 && next < at; next = text.indexOf('\n', counted)) {
      line += 1;
      counted = next + 1;
    }
    return readEntry(unescaped(value.trim()), line, 'directive');
  };
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    yield null;
    const isComment = text.startsWith('<!--', at);
    const end = text.indexOf(isComment ? '-->' : '>', at);
    if (end < 0) return;
    const tag = isComment ? '' : text.slice(at + 1, Math.min(end, at + LONGEST));
    const alternate = ALTERNATE.exec(tag);
    if (alternate !== null) yield found(alternate[1] ?? alternate[2] ?? '', at);
    at = end;
    if (!LOCATION.test(tag)) continue;
    const close = text.indexOf('</', end);
    if (close < 0) return;
    const content = text.slice(end + 1, Math.min(close, end + 2 * LONGEST));
    yield found(content.replace(/<!\[CDATA\[(.*?)\]\]>/s, '$1'), at);
    at = close;
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Resolves the five entities of XML. URLs need no others, because they percent-encode other characters. */
function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (entity, name: string) => entities[name] ?? entity);
}
