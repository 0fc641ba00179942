import 'server-only';
import type { CoverageFormat, SkipReason } from '../../contract/coverage.ts';
import type { Place } from './listed-address.ts';

/** What the names around a text say about its tokens. `reason`: why none of them is compared; null: they are. */
export interface Context {
  place: Place;
  reason: SkipReason | null;
}

/** The ends of names whose values are addresses: `dns_name`, `hosts`, `serverUrl`, `public_ip`, `server-alias`. */
const addressEnd =
  /(?:^|_)(?:host(?:_?name)?s?|fqdns?|cnames?|external_?names?|addrs?|server_?names?|domains?|domain_?names?|dns(?:_?names?)?|websites?|servers?|ur[il]s?|ip(?:v?[46])?s?|(?:ip_?)?add?ress(?:e|es)?|endpoints?|targets?|destinations?|vips?|cidrs?|cidr_?blocks?|origins?|common_?name|subject_?alternative_?names?|alias(?:es)?|loc)$/;
/** Words of names whose values look like addresses and are none, unless the end of the name says otherwise. */
const lookalikeWord =
  /(?:^|_)(?:versions?|sources?|provider|digest|checksum|sha\d*|repo(?:sitory)?|principals?|policy|kind|type|runtime|handler|file(?:name)?|key|group|finalizers|agent|refer+er|module|package|chart|bucket)(?:_|$)/;
/** The same, whatever the end of the name. */
const lookalikeAlways =
  /(?:^|_)(?:images?|schema(?:_?location)?|documentation|licen[cs]e|xmlns|outbound|allow_origins?)(?:_|$)|^(?:next|prev(?:ious)?|self|self_link|_?links|display_url|(?:dns|ad|nt|search|windows)_?domain)$/;
const nameServer = /(?:^|_)(?:name_?servers?|resolvers?|ns|dns_?servers?)$|^(?:primary|secondary)_dns$/;

/** The data of DNS records, a value for the case that another is missing, and what an API says of a failure. */
const detail = /^(?:records|rrdatas|default|errors?|message)$/;

const normalized = (name: string) =>
  name
    .replace(/^.*\.[^/ ]*\//, '')
    .trim()
    .replace(/\((e?s)\)$/i, '$1')
    .replace(/([a-z\d])(?=[A-Z])/g, '$1_')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/_$|_\d+$/, '')
    .toLowerCase();

/** Whether a name says that its values are addresses. */
export function namesAddresses(name: string): boolean {
  const words = normalized(name);
  return addressEnd.test(words) && !nameServer.test(words) && !lookalikeAlways.test(words);
}

/** The address of the host whose variable it is. */
export const isAnsibleHost = (name: string) => /^ansible_(?:ssh_)?host$/.test(name);

/** Whether a directive has the names of a virtual host. */
export const namesVirtualHost = (name: string) => /^server_(?:name|alias)$/.test(normalized(name));

/** What a name, and the name above it, say about their values. */
export function contextOfNames(name: string, above = ''): Context {
  if (name === '' && above === '') return { place: 'mention', reason: null };
  // The address of a host that is named above is no second host.
  if (isAnsibleHost(name) && above.includes('.')) return { place: 'key', reason: 'detail' };
  if (namesAddresses(name)) return { place: 'key', reason: null };
  const [own, outer] = [normalized(name), normalized(above)];
  const says = (meaning: RegExp) => meaning.test(own) || meaning.test(outer);
  const isLookalike = says(lookalikeWord) || says(lookalikeAlways);
  if (nameServer.test(own)) return { place: 'mention', reason: 'name_server' };
  if (detail.test(own)) return { place: 'mention', reason: 'detail' };
  return { place: 'mention', reason: isLookalike ? 'lookalike' : null };
}

/** Whether a column of `kubectl get` has what the cluster reports about itself. */
export const namesStatus = (name: string) => /^(?:ADDRESS|NODE|IP|(?:CLUSTER|INTERNAL)-IP)$/.test(name);

/** Columns that are of another machine than the row, though their names mean no addresses. */
const otherMachine =
  /(?:^|_)(?:gateway|gw|backend|upstream|load_?balancer|lb|v_?center|vi_sdk|hypervisor|docs?|wiki|runbook)(?:_|$)/;
/** Whether a column of a table is about another machine than the one of the row. */
export const namesOtherMachine = (name: string) => otherMachine.test(normalized(name));

/** Words of a name that say what its values are, and those beside them that are still about the same machine. */
const addressWord =
  /^(?:(?:host|server|dns)_?names?|hosts?|servers?|fqdns?|ip(?:v?[46])?s?|addr(?:ess(?:es)?)?|adresse|ur[il]s?|targets?|endpoints?)$/;
const ownWord =
  /^(?:private|public|internal|external|primary|secondary|main|local|management|mgmt|lan|wan|nat|elastic|floating|ansible|ssh|dns|name|machine|computer|node|device|system|instance|vm|asset)$/;
/** Whether a value is a name that only the network of a machine knows: beside another name it is no second host. */
export const namesPrivately = (name: string) =>
  /^(?:private|internal)_dns(?:_?name)?$/.test(normalized(name));
/** Whether a value is a name or an address of what the values beside it are of, unlike `db_host` beside `cache_host`. */
export function namesMachine(name: string): boolean {
  const words = normalized(name);
  const parts = words.split('_');
  const isAddress = (part: string) => addressWord.test(part) || (part === 'dns' && parts.length > 1);
  return (
    parts.some(isAddress) &&
    parts.every((part) => addressWord.test(part) || ownWord.test(part)) &&
    !nameServer.test(words)
  );
}

const port =
  /^(?:(?:service|svc|app(?:lication)?|server|host|tcp|udp|https?|listen(?:ing)?|open|public|external|exposed|dest(?:ination)?|dst|check|monitor(?:ing|ed)?)_)*port(?:s|nummer)?(?:_(?:no|nr|number|used|open|proto(?:col)?|s))?$/;
/** Whether a value is the port of the addresses beside it, unlike that of a switch or of a source. */
export const namesPort = (name: string) => port.test(normalized(name));

/** What clusters and containers report about themselves. It changes with each deployment. */
const ownStatus = /^(?:NetworkSettings|cluster_?ips?|pod_?(?:ip|cidr)s?|host_?ips?)$/i;
/** Copies of what stands elsewhere in the same object. */
const copies = /^(?:managedFields|ownerReferences|kubectl\.kubernetes\.io\/last-applied-configuration)$/;

/** Why nothing is compared below these keys; null: it is. */
export function reasonOfPath(names: readonly string[], format: CoverageFormat): SkipReason | null {
  if (names.some((name) => ownStatus.test(name) || (name === 'status' && format === 'kubernetes')))
    return 'status';
  if (names.some((name) => copies.test(name))) return 'detail';
  // Only what was requested: headers, cookies and bodies name other hosts.
  if (format === 'har') return names.join(' ') === 'log entries request url' ? null : 'detail';
  // A network of Terraform is a subnet, or where a firewall lets requests come from.
  const isNetwork = names.slice(-2).some((name) => name.includes('cidr'));
  return format === 'terraform' && (isNetwork || !isResource(names)) ? 'detail' : null;
}

/** Terraform: the attributes of resources as they are or will be. `resource_changes` and `configuration` repeat them. */
function isResource(names: readonly string[]): boolean {
  const [root, next] = names;
  if (root === 'outputs' || root === 'variables') return true;
  if (root === 'resources') return names.includes('attributes');
  if (root !== 'values' && root !== 'planned_values') return false;
  return next === 'outputs' || names.lastIndexOf('values') > Math.max(0, names.indexOf('resources'));
}
