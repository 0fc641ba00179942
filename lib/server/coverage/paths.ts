import 'server-only';
import type { CoverageFormat, SkipReason } from '../../contract/coverage.ts';

/** What clusters and containers report about themselves. It changes with each deployment. */
const ownStatus = /^(?:NetworkSettings|cluster_?ips?|pod_?ips?|host_?ips?)$/i;
/** Copies of what stands elsewhere in the same object. */
const copies = /^(?:managedFields|ownerReferences|kubectl\.kubernetes\.io\/last-applied-configuration)$/;

/** Why nothing is compared below these keys; null: it is. */
export function reasonOfPath(names: readonly string[], format: CoverageFormat): SkipReason | null {
  if (names.some((name) => ownStatus.test(name) || (name === 'status' && format === 'kubernetes')))
    return 'status';
  if (names.some((name) => copies.test(name))) return 'detail';
  // Only what was requested: headers, cookies and bodies name other hosts.
  if (format === 'har') return names.join(' ') === 'log entries request url' ? null : 'detail';
  return format === 'terraform' && !isResource(names) ? 'detail' : null;
}

/** Terraform: the attributes of resources as they are or will be. `resource_changes` and `configuration` repeat them. */
function isResource(names: readonly string[]): boolean {
  const [root, next] = names;
  if (root === 'outputs' || root === 'variables') return true;
  if (root === 'resources') return names.includes('attributes');
  if (root !== 'values' && root !== 'planned_values') return false;
  return next === 'outputs' || names.lastIndexOf('values') > Math.max(0, names.indexOf('resources'));
}
