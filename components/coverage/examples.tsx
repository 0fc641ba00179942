import { Panel } from '@/components/ui/panel';

const examples = [
  { name: 'Lines', text: 'Hosts, URLs, host:port, IP addresses, networks; with # comments' },
  { name: 'CSV', text: 'The host in any column' },
  { name: 'Kubernetes', code: 'kubectl get ingress,httproute,service -A -o json' },
  { name: 'Terraform', code: 'terraform show -json' },
  { name: 'nginx', code: 'nginx -T' },
  { name: 'Caddy', code: 'Caddyfile' },
  { name: 'Sitemap', code: 'sitemap.xml' },
  { name: 'Hosts file', code: '/etc/hosts' },
  { name: 'Browser', text: 'A HAR, saved from the network panel' },
] as const;

/** What can be pasted, before anything is. */
export function Examples() {
  return (
    <Panel title="What you can paste">
      <ul className="grid gap-x-6 px-4 py-2 sm:grid-cols-2 lg:grid-cols-3">
        {examples.map((example) => (
          <li key={example.name} className="min-w-0 py-1.5">
            <span className="block text-ink-3 text-xs">{example.name}</span>
            {'code' in example ? (
              <code className="font-mono text-ink text-sm [overflow-wrap:anywhere]">{example.code}</code>
            ) : (
              <span className="text-ink">{example.text}</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
