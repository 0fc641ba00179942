import 'server-only';
import { type JsonText, jsonTexts } from './json-values.ts';
import { readLine } from './line-formats.ts';
import { type ListEntry, namesAddresses, notUnderstood } from './list-entry.ts';
import { LONGEST, readListedAddress } from './listed-address.ts';

/** Keys whose values look like addresses but are not. */
const noAddress =
  /version|image|schema|source|provider|digest|checksum|sha\d*$|mail|user_?agent|referr?er|licen[cs]e|documentation|homepage|repository|principal|policy|^kind$|^type$|runtime|handler|file|_?key$|^\$/i;
/** Keys whose values are sometimes addresses: the name of a DNS record, the value of an output. */
const generic = /^(?:id|name|value|values|records|title|label)$/i;
/** Addresses within a cluster, which change with each deployment. */
const clusterOnly = /^(?:clusterIPs?|podIPs?|hostIPs?)$/;

export type JsonKind = 'har' | 'terraform' | 'kubernetes' | 'other';

/** Recognizes the tool by keys at the beginning of its document. */
export function jsonKindOf(start: string): JsonKind {
  if (/^\s*\{\s*"log"\s*:\s*\{/.test(start)) return 'har';
  if (/"terraform_version"\s*:/.test(start)) return 'terraform';
  return /"apiVersion"\s*:/.test(start) ? 'kubernetes' : 'other';
}

/** Reads the addresses of a JSON document. Texts in an array are read like the lines of a list. */
export function* readJson(text: string, kind: JsonKind): Generator<ListEntry | null> {
  for (const found of jsonTexts(text)) {
    if (found === null) yield null;
    else if (found.path.length === 1 && typeof found.path[0] === 'number') yield* readElement(found);
    else yield* readValue(found, kind);
  }
}

function* readElement({ value, line }: JsonText): Generator<ListEntry | null> {
  if (value.trim() !== '') yield* readLine(value.trim(), line);
}

function* readValue({ value, path, line }: JsonText, kind: JsonKind): Generator<ListEntry | null> {
  yield null;
  if (value.length > LONGEST || !isRead[kind](path)) return;
  const keys = path.filter((step) => typeof step === 'string');
  const key = keys.at(-1) ?? '';
  const isNamed = namesAddresses(key);
  if (!isNamed && keys.slice(-2).some((name) => noAddress.test(name))) return;
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(value);
  if (!isNamed && !hasScheme && !generic.test(key)) return;
  // `external-dns.alpha.kubernetes.io/hostname: a.example.com,b.example.com`
  const parts = isNamed ? value.split(/[\s,]+/) : [value];
  const found = parts.flatMap((part) => readListedAddress(part, isNamed ? 'key' : 'cell') ?? []);
  for (const address of found) yield { line, address };
  // HAR and Terraform write other values under such keys, too: `data:` URLs, `"domain": "vpc"`, `0.0.0.0/0`.
  const isMistake = isNamed && kind !== 'har' && kind !== 'terraform' && value.trim() !== '';
  if (found.length === 0 && isMistake) yield notUnderstood(value.trim(), line);
}

/** Whether addresses are read at a place of a document of this tool. */
const isRead: Record<JsonKind, (path: JsonText['path']) => boolean> = {
  // Only what was requested: headers, cookies and bodies name other hosts.
  har: (path) => path[1] === 'entries' && path[3] === 'request' && path[4] === 'url' && path.length === 5,
  /** The attributes of resources as they are or will be. `resource_changes` and `configuration` repeat them. */
  terraform(path) {
    const [root] = path;
    if (root === 'outputs' || root === 'variables') return true;
    const resources = path.lastIndexOf('resources');
    if (root === 'resources') return path.includes('attributes');
    if (root !== 'values' && root !== 'planned_values') return false;
    return path[1] === 'outputs' || (resources > 0 && path[resources + 2] === 'values');
  },
  kubernetes: (path) => !clusterOnly.test(String(path.findLast((step) => typeof step === 'string'))),
  other: () => true,
};
