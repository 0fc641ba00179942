import { expect, test } from 'vitest';
import { addressesOf, read } from './read-list.fixtures.ts';

test('a zone file: names below the origin; servers, mailboxes, data and comments are no hosts', () => {
  const text = `$ORIGIN example.com.
$TTL 3600
@   IN SOA ns1.example.com. hostmaster.example.com. (
        2026010101 ; serial old.example.org
        7200 )
@   IN NS ns1.example.net.
    IN A 192.0.2.1
shop IN A 192.0.2.11
www 300 IN CNAME shop
*.apps CNAME shop
abs.example.com. IN AAAA 2001:db8::1
_dmarc TXT "v=DMARC1; rua=mailto:x@example.com"
$GENERATE 1-3 web$ A 10.0.0.$
`;
  const { format, addresses, skipped } = read(text);
  expect({ format, addresses }).toEqual({
    format: 'list',
    addresses: [
      '7 example.com',
      '8 shop.example.com',
      '9 www.example.com',
      '10 *.apps.example.com',
      '11 abs.example.com',
    ],
  });
  expect(skipped).toMatchObject({
    name_server: ['3 ns1.example.com', '6 ns1.example.net'],
    mailbox: ['3 hostmaster.example.com'],
    comment: ['4 old.example.org'],
    not_understood: ['13 $GENERATE 1-3 web$ A 10.0.0.$'],
  });
});

test('names in the data of records are completed; lines that are no records are read as others', () => {
  const text =
    'a.example.com\n$ORIGIN example.org.\n@ MX 10 relay7\n_sip._tcp SRV 0 5 5060 sip9\nedge CNAME edge9\ndb01:5432\n';
  expect(read(text)).toEqual({
    format: 'list',
    addresses: ['1 a.example.com', '5 edge.example.org', '6 db01:5432'],
    skipped: {
      detail: [
        '3 example.org',
        '3 relay7.example.org',
        '4 _sip._tcp.example.org',
        '4 sip9.example.org',
        '5 edge9.example.org',
      ],
    },
  });
});

test('the DNS export of Cloudflare, and the answer of a name server', () => {
  const text = `;; Domain:     example.com.
example.com\t3600\tIN\tSOA\tlara.ns.cloudflare.com. dns.cloudflare.com. 2049 10000
shop.example.com.\t1\tIN\tA\t192.0.2.1 ; cf_tags=cf-proxied:true
shop IN A 192.0.2.2
`;
  expect(addressesOf(text)).toEqual(['shop.example.com', 'shop.example.com']);
  expect(addressesOf('blog.example.com. 300 A 192.0.2.1\n')).toEqual(['blog.example.com']);
  expect(read('shop IN A 192.0.2.2').skipped).toMatchObject({ not_understood: ['1 shop'] });
});

test('DNS records as JSON of Route 53, Cloudflare and Google, and as CSV', () => {
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
  expect(read(JSON.stringify({ ResourceRecordSets: sets }))).toEqual({
    format: 'json',
    addresses: ['1 shop.example.com', '1 *.example.com', '1 www.example.com'],
    skipped: {
      detail: ['1 192.0.2.11', '1 lb.example.net', '1 d1.example.net', '1 example.com.'],
      name_server: ['1 ns.example.net'],
      mailbox: ['1 root.example.net'],
    },
  });
  const cloudflare = [{ zone_name: 'example.com', name: 'a.example.com', type: 'A', content: '192.0.2.1' }];
  expect(addressesOf(JSON.stringify({ result: cloudflare }))).toEqual(['a.example.com']);
  const google = [
    { kind: 'dns#resourceRecordSet', name: 'b.example.com.', rrdatas: ['192.0.2.1'], type: 'A' },
  ];
  expect(addressesOf(JSON.stringify(google))).toEqual(['b.example.com']);
  const csv = 'Name,Type,TTL,Value\nc.example.com,A,300,192.0.2.1\nexample.com,TXT,300,a.example.net\n';
  expect(addressesOf(csv)).toEqual(['c.example.com']);
});

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
    hostnames: ['api.example.com'],
  },
  status: { loadBalancer: { ingress: [{ ip: '203.0.113.7' }, { hostname: 'lb.example.net' }] } },
};
const kubernetesHosts = [
  'alias.example.com',
  'b.dc7',
  'shop.example.com',
  '*.tenants.example.com',
  'api.example.com',
];

test('kubectl get -o json: what the cluster reports about itself is not compared', () => {
  expect(read(JSON.stringify({ apiVersion: 'v1', items: [item], kind: 'List' }))).toMatchObject({
    format: 'kubernetes',
    addresses: kubernetesHosts.map((host) => `1 ${host}`),
    skipped: {
      status: ['1 10.96.0.7', '1 203.0.113.7', '1 lb.example.net'],
      detail: expect.arrayContaining(['1 old.example.com', '1 managed.example.com']),
    },
  });
});

test('kubectl get -o yaml, and its table', () => {
  const yaml = `apiVersion: networking.k8s.io/v1
metadata:
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {"spec":{"rules":[{"host":"old.example.com"}]}}
    nginx.ingress.kubernetes.io/server-alias: alias.dc7
spec:
  rules:
  - host: shop.dc7
  tls:
  - hosts:
    - tls.example.com
status:
  loadBalancer:
    ingress:
    - hostname: lb.example.net
---
spec:
  host: last.example.com
`;
  expect(addressesOf(yaml)).toEqual(['alias.dc7', 'shop.dc7', 'tls.example.com', 'last.example.com']);
  const table = `NAMESPACE   NAME   CLASS   HOSTS                            ADDRESS          PORTS     AGE
prod        shop   nginx   shop.example.com,b.example.com   203.0.113.7      80, 443   5d
prod        api    nginx   api.example.com + 2 more...      lb.example.net   80        5d
`;
  expect(read(table)).toMatchObject({
    addresses: ['2 shop.example.com', '2 b.example.com', '3 api.example.com'],
    skipped: { status: ['2 203.0.113.7', '3 lb.example.net'], not_understood: ['3 + 2 more...'] },
  });
  // `kubectl get --watch` prints rows that are wider than their columns, and chats remove spaces.
  const ragged =
    'NAME  HOSTS ADDRESS\nshop   *       203.0.113.7\napi-nginx-internal a.example.com 203.0.113.8\nx   y   z   1.2.3.4\nb.example.com\n';
  expect(read(ragged)).toMatchObject({
    addresses: ['3 a.example.com', '5 b.example.com'],
    skipped: {
      lookalike: ['2 *'],
      status: ['2 203.0.113.7', '3 203.0.113.8'],
      not_understood: ['4 1.2.3.4'],
    },
  });
});

test('Terraform: the state and a plan as JSON, and outputs that are maps', () => {
  const resource = {
    address: 'module.network.aws_instance.web',
    provider_name: 'registry.terraform.io/hashicorp/aws',
    values: {
      engine_version: '10.11.6.1',
      private_ip: '10.0.1.5',
      domain: 'vpc',
      cidr_blocks: ['0.0.0.0/0', '10.0.0.0/16'],
      endpoint: 'orders.rds.example.com:5432',
      policy: '{"Principal":{"Service":"ec2.amazonaws.com"}}',
      tags: { source: 'https://github.com/example/infra' },
    },
  };
  const found = ['10.0.1.5', '10.0.0.0/16', 'orders.rds.example.com:5432'];
  const values = {
    outputs: { url: { value: 'https://shop.example.com/' } },
    root_module: { resources: [resource] },
  };
  const plan = {
    terraform_version: '1.9.5',
    planned_values: values,
    resource_changes: [{ change: { before: { public_ip: '203.0.113.99' } } }],
  };
  expect(read(JSON.stringify(plan))).toMatchObject({
    format: 'terraform',
    addresses: ['https://shop.example.com', ...found].map((text) => `1 ${text}`),
    skipped: { detail: expect.arrayContaining(['1 203.0.113.99']), local: ['1 0.0.0.0/0'] },
  });
  const { values: attributes, ...rest } = resource;
  const state = {
    version: 4,
    terraform_version: '1.9.5',
    resources: [{ ...rest, instances: [{ attributes }] }],
  };
  expect(addressesOf(JSON.stringify(state))).toEqual(found);
  expect(
    addressesOf(
      '{"ips":{"type":["map","string"],"value":{"a":"192.0.2.9"}},"l":{"value":["a.example.com"]}}',
    ),
  ).toEqual(['192.0.2.9', 'a.example.com']);
});

test('a HAR: only the requested URLs are compared', () => {
  const entry = {
    request: {
      url: 'https://shop.example.com/cart?id=1',
      headers: [{ name: 'Host', value: 'header.example.com' }],
    },
    response: { content: { text: '<a href="https://body.example.com">' } },
  };
  expect(read(JSON.stringify({ log: { version: '1.2', entries: [entry] } }))).toEqual({
    format: 'har',
    addresses: ['1 https://shop.example.com/cart'],
    skipped: { detail: ['1 header.example.com', '1 https://body.example.com'] },
  });
});

test('other JSON: values of keys that name addresses, which are not understood if they have none', () => {
  const text =
    '{\n "host": "db01",\n "hosts": ["a.dc7, b", ""],\n "name": "db02",\n "url": "Our shop",\n "x": "\\u0062.example.com"\n}';
  expect(read(text)).toEqual({
    format: 'json',
    addresses: ['2 db01', '3 a.dc7', '6 b.example.com'],
    skipped: { lookalike: ['4 db02'], not_understood: ['5 Our shop'] },
  });
  expect(read('["shop.example.com", "db01", "???"]')).toMatchObject({
    addresses: ['1 shop.example.com', '1 db01'],
    skipped: { not_understood: ['1 ???'] },
  });
});

test('Docker, Compose and Traefik: rules, labels, environment; nothing of the machine itself', () => {
  const inspected = [
    {
      Config: {
        Hostname: '3f2a1b4c5d6e',
        Env: ['PATH=/usr/bin', 'VIRTUAL_HOST=c.example.com,d.example.com'],
        Labels: { 'traefik.http.routers.x.rule': 'Host(`a.example`)', 'traefik.docker.network': 'proxy' },
        Image: 'registry.example.com/traefik:v3.0',
      },
      NetworkSettings: { IPAddress: '172.17.0.2' },
    },
  ];
  expect(addressesOf(JSON.stringify(inspected))).toEqual(['c.example.com', 'd.example.com', 'a.example']);
  expect(
    addressesOf(
      '[{"rule":"Host(`a.example`) && PathPrefix(`/x`)","service":"shop@docker"},{"rule":"Host(`b.dc7`)"}]',
    ),
  ).toEqual(['a.example', 'b.dc7']);
  const compose = `services:
  web:
    image: registry.example.com/team/app:1.2
    labels:
      - "traefik.http.routers.web.rule=Host(\`a.example.com\`) || Host(\`b.dc7\`)"
    environment:
      VIRTUAL_HOST: c.example.com,d.example.com
    ports: ["127.0.0.1:8080:80"]
    healthcheck:
      test: ["CMD", "curl", "-f", "http://localhost:8080/health"]
    extra_hosts: ["host.docker.internal:host-gateway"]
`;
  expect(addressesOf(compose)).toEqual(['a.example.com', 'b.dc7', 'c.example.com', 'd.example.com']);
});
