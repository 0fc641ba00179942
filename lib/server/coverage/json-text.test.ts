import { expect, test } from 'vitest';
import { read, summaryOf } from './read-list.fixtures.ts';

const summaryOfJson = (value: unknown) => summaryOf(JSON.stringify(value));

test('records of Route 53, Cloudflare and Google: their owners', () => {
  const sets = [
    { Name: 'shop.example.com.', Type: 'A', ResourceRecords: [{ Value: '192.0.2.11' }] },
    { Name: '\\052.example.com.', Type: 'CNAME', ResourceRecords: [{ Value: 'lb.example.net' }] },
    { Name: 'www.example.com.', Type: 'A', AliasTarget: { DNSName: 'd1.example.net.' } },
    {
      Name: 'example.com.',
      Type: 'SOA',
      ResourceRecords: [{ Value: 'ns.example.net. root.example.net. 1' }],
    },
  ];
  expect(summaryOfJson({ ResourceRecordSets: sets })).toBe(
    'shop.example.com *.example.com www.example.com | detail: 192.0.2.11 lb.example.net d1.example.net example.com. | name_server: ns.example.net | mailbox: root.example.net',
  );
  expect(
    summaryOfJson({
      result: [{ zone_name: 'example.com', name: 'a.example.com', type: 'A', content: '192.0.2.1' }],
    }),
  ).toBe('a.example.com | detail: example.com 192.0.2.1');
  expect(
    summaryOfJson([
      { kind: 'dns#resourceRecordSet', name: 'b.example.com.', rrdatas: ['192.0.2.1'], type: 'A' },
    ]),
  ).toBe('b.example.com | detail: 192.0.2.1');
});

test('Kubernetes: what the cluster reports about itself is not compared', () => {
  const item = {
    kind: 'Ingress',
    apiVersion: 'networking.k8s.io/v1',
    metadata: {
      annotations: {
        'nginx.ingress.kubernetes.io/server-alias': 'alias.example.com,b.dc7',
        'kubectl.kubernetes.io/last-applied-configuration': '{"spec":{"rules":[{"host":"old.example.com"}]}}',
      },
      labels: { 'app.kubernetes.io/version': '1.2.3.4' },
      managedFields: [{ fieldsV1: { 'f:host': 'managed.example.com' } }],
    },
    spec: {
      rules: [{ host: 'shop.example.com' }, { host: '*.tenants.example.com' }],
      clusterIP: '10.96.0.7',
    },
    status: { loadBalancer: { ingress: [{ ip: '203.0.113.7' }, { hostname: 'lb.example.net' }] } },
  };
  expect(summaryOfJson({ apiVersion: 'v1', items: [item], kind: 'List' })).toBe(
    'alias.example.com b.dc7 shop.example.com *.tenants.example.com | lookalike: networking.k8s.io/v1 nginx.ingress.kubernetes.io/server-alias app.kubernetes.io/version 1.2.3.4 | detail: kubectl.kubernetes.io/last-applied-configuration old.example.com managed.example.com | status: 10.96.0.7 203.0.113.7 lb.example.net',
  );
});

test('Terraform: the state and a plan, and outputs that are maps', () => {
  const values = {
    engine_version: '10.11.6.1',
    private_ip: '10.0.1.5',
    domain: 'vpc',
    cidr_blocks: ['0.0.0.0/0', '10.0.0.0/16'],
    endpoint: 'orders.rds.example.com:5432',
    policy: '{"Principal":{"Service":"ec2.amazonaws.com"}}',
    tags: { source: 'https://github.com/example/infra' },
  };
  const plan = {
    terraform_version: '1.9.5',
    planned_values: {
      outputs: { url: { value: 'https://shop.example.com/' } },
      root_module: { resources: [{ address: 'module.network.aws_instance.web', values }] },
    },
    resource_changes: [{ change: { before: { public_ip: '203.0.113.99' } } }],
  };
  expect(summaryOfJson(plan)).toBe(
    'https://shop.example.com orders.rds.example.com:5432 | detail: module.network.aws_instance.web 0.0.0.0/0 10.0.0.0/16 203.0.113.99 | lookalike: 10.11.6.1 ec2.amazonaws.com https://github.com/example/infra | other_name: 10.0.1.5',
  );
  const state = { terraform_version: '1.9.5', resources: [{ instances: [{ attributes: values }] }] };
  expect(summaryOfJson(state)).toContain('orders.rds.example.com:5432 |');
  expect(
    summaryOf('{"ips":{"type":["map","string"],"value":{"a":"192.0.2.9"}},"l":{"value":["a.example.com"]}}'),
  ).toBe('192.0.2.9 a.example.com');
});

test('a HAR: only the requested URLs are compared', () => {
  const request = {
    url: 'https://shop.example.com/cart?id=1',
    headers: [{ name: 'Host', value: 'header.example.com' }],
  };
  const response = { content: { text: '<a href="https://body.example.com">' } };
  expect(summaryOfJson({ log: { version: '1.2', entries: [{ request, response }] } })).toBe(
    'https://shop.example.com/cart | detail: header.example.com https://body.example.com',
  );
});

test('other JSON: the values of keys that name addresses, and the lines of all', () => {
  const text =
    '{\n "host": "db01",\n "hosts": ["a.dc7, b", ""],\n "name": "db02",\n "url": "Our shop",\n "x": "\\u0062.example.com"\n}';
  expect(read(text)).toEqual({
    format: 'json',
    addresses: ['2 db01', '3 a.dc7', '6 b.example.com'],
    skipped: { lookalike: ['4 db02'], not_understood: ['5 Our shop'] },
  });
  expect(summaryOf('["shop.example.com", "db01", "???"]')).toBe(
    'shop.example.com db01 | not_understood: ???',
  );
  expect(summaryOfJson([{ ip: '10.0.0.5', host: 'web01', port: 8443 }])).toBe(
    'web01:8443 | other_name: 10.0.0.5',
  );
  expect(summaryOfJson({ _meta: { hostvars: { 'web1.example.com': { ansible_host: '10.0.0.4' } } } })).toBe(
    'web1.example.com | detail: 10.0.0.4',
  );
});

test.each<[written: object, addresses: string]>([
  [{ host: 'kafka.dc7', port: '9093' }, 'kafka.dc7:9093'],
  [{ tcpPort: 'tcp/9093', host: 'kafka.dc7' }, 'kafka.dc7:9093'],
  [{ host: 'kafka.dc7', ports: [9092, '9093'] }, 'kafka.dc7:9092 kafka.dc7:9093'],
  [{ name: 'kafka.example.com', port: 9093 }, 'kafka.example.com:9093'],
  [{ host: 'kafka.dc7', source_port: 9093 }, 'kafka.dc7'],
])('the ports of an object in any notation: %j', (object, addresses) => {
  expect(summaryOfJson([object])).toBe(addresses);
});

test('a machine and a record of Terraform are one each', () => {
  const resource = (type: string, values: object) => ({ type, name: 'x', values });
  const resources = [
    resource('aws_instance', {
      private_ip: '10.0.0.5',
      private_dns: 'ip-10-0-0-5.dc7.example.com',
      public_ip: '192.0.2.5',
      public_dns: 'a.example.com',
    }),
    resource('aws_route53_record', {
      fqdn: 'b34.example.com',
      name: 'b34',
      type: 'A',
      records: ['192.0.2.6'],
    }),
    resource('aws_db_instance', { address: 'db.example.com', endpoint: 'db.example.com:5432' }),
  ];
  expect(summaryOfJson({ terraform_version: '1.9.0', values: { root_module: { resources } } })).toBe(
    'a.example.com b34.example.com db.example.com:5432 | other_name: 10.0.0.5 ip-10-0-0-5.dc7.example.com 192.0.2.5 b34 db.example.com | detail: 192.0.2.6',
  );
});

test('the links of ServiceNow to the records of fields are no hosts', () => {
  const link = 'https://sn.example.com/api/now/table/sys_user/1';
  expect(summaryOfJson([{ fqdn: 'a.dc7', owner: { link, value: '1' } }])).toBe(`a.dc7 | detail: ${link}`);
});

test('Docker and Traefik: rules, labels, environment; nothing of the machine itself', () => {
  const inspected = {
    Config: {
      Hostname: '3f2a1b4c5d6e',
      Env: ['PATH=/usr/bin', 'VIRTUAL_HOST=c.example.com,d.example.com'],
      Labels: { 'traefik.http.routers.x.rule': 'Host(`a.example`)', 'traefik.docker.network': 'proxy' },
      Image: 'registry.example.com/traefik:v3.0',
    },
    NetworkSettings: { IPAddress: '172.17.0.2' },
  };
  expect(summaryOfJson([inspected])).toBe(
    'c.example.com d.example.com a.example | lookalike: traefik.http.routers.x.rule traefik.docker.network registry.example.com/traefik:v3.0 | status: 172.17.0.2',
  );
  expect(summaryOfJson([{ rule: 'Host(`a.example`) && PathPrefix(`/x`)', service: 'shop@docker' }])).toBe(
    'a.example',
  );
});

test('the links of an export to its own records and pages are no hosts', () => {
  const device = {
    id: 7,
    url: 'https://netbox.example.com/api/devices/7/',
    name: 'db',
    primary_ip: { id: 'a-1', url: 'https://netbox.example.com/api/ip/a-1', address: '10.0.0.7/24' },
    site_url: 'https://shop.example.com',
  };
  expect(
    summaryOfJson({ next: 'https://netbox.example.com/api/devices/?offset=50', results: [device] }),
  ).toBe(
    '10.0.0.7 https://shop.example.com | lookalike: https://netbox.example.com/api/devices/?offset=50 | detail: https://netbox.example.com/api/devices/7/ https://netbox.example.com/api/ip/a-1',
  );
  expect(summaryOfJson([{ id: 1, url: 'https://shop.example.com/' }])).toBe('https://shop.example.com');
});
