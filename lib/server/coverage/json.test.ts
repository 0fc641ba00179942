import { expect, test } from 'vitest';
import { addressesOf, read } from './read-list.fixtures.ts';

const terraformResource = {
  address: 'module.network.aws_instance.web',
  mode: 'managed',
  type: 'aws_instance',
  name: 'web',
  provider_name: 'registry.terraform.io/hashicorp/aws',
  schema_version: 1,
  values: {
    ami: 'ami-0abc',
    arn: 'arn:aws:ec2:eu-central-1:123456789012:instance/i-0abc',
    availability_zone: 'eu-central-1a',
    engine_version: '10.11.6.1',
    filename: 'lambda.zip',
    handler: 'index.handler',
    instance_type: 't3.micro',
    private_ip: '10.0.1.5',
    public_dns: 'ec2-203-0-113-7.eu-central-1.compute.amazonaws.com',
    domain: 'vpc',
    cidr_blocks: ['0.0.0.0/0', '10.0.0.0/16'],
    endpoint: 'orders.abc.eu-central-1.rds.amazonaws.com:5432',
    name: 'www.example.com',
    assume_role_policy: '{"Principal":{"Service":"ec2.amazonaws.com"}}',
    tags: { Name: 'web', source: 'https://github.com/example/infra' },
  },
  sensitive_values: { tags: {} },
};
const terraformAddresses = [
  '10.0.1.5',
  'ec2-203-0-113-7.eu-central-1.compute.amazonaws.com',
  '10.0.0.0/16',
  'orders.abc.eu-central-1.rds.amazonaws.com:5432',
  'www.example.com',
];

test('terraform show -json, for a state and for a plan', () => {
  const values = {
    outputs: { shop_url: { sensitive: false, value: 'https://shop.example.com/', type: 'string' } },
    root_module: { child_modules: [{ address: 'module.network', resources: [terraformResource] }] },
  };
  const state = { format_version: '1.0', terraform_version: '1.9.5', values };
  expect(read(JSON.stringify(state)).format).toBe('terraform');
  expect(addressesOf(JSON.stringify(state))).toEqual(['https://shop.example.com', ...terraformAddresses]);
  const plan = {
    ...{ format_version: '1.2', terraform_version: '1.9.5' },
    variables: { domain: { value: 'example.com' } },
    planned_values: values,
    resource_changes: [
      { address: 'module.app', change: { before: { public_ip: '203.0.113.99' }, after: null } },
    ],
    configuration: { provider_config: { aws: { full_name: 'registry.terraform.io/hashicorp/aws' } } },
  };
  expect(addressesOf(JSON.stringify(plan, null, 2))).toEqual([
    ...['example.com', 'https://shop.example.com', ...terraformAddresses],
  ]);
});

test('terraform.tfstate', () => {
  const { values: attributes, ...rest } = terraformResource;
  const resource = {
    ...rest,
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    instances: [{ attributes }],
  };
  const state = { version: 4, terraform_version: '1.9.5', outputs: {}, resources: [resource] };
  expect(addressesOf(JSON.stringify(state))).toEqual(terraformAddresses);
});

test('kubectl get ingress,httproute,service -A -o json', () => {
  const metadata = {
    annotations: {
      'cert-manager.io/cluster-issuer': 'letsencrypt-prod',
      'external-dns.alpha.kubernetes.io/hostname': 'a.example.com,b.example.com',
      'kubectl.kubernetes.io/last-applied-configuration': '{"spec":{"rules":[{"host":"old.example.com"}]}}',
      'nginx.ingress.kubernetes.io/auth-url': 'https://auth.example.com/oauth2/auth',
    },
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { 'app.kubernetes.io/version': '1.2.3.4', 'helm.sh/chart': 'shop-1.2.3' },
    managedFields: [{ apiVersion: 'networking.k8s.io/v1', manager: 'kubectl', fieldsV1: { 'f:host': {} } }],
    ...{ name: 'shop', namespace: 'prod', resourceVersion: '1', uid: '11bba160-ddca-11e8-b697-0800273b04ff' },
  };
  const ingress = {
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata },
    spec: {
      ingressClassName: 'nginx',
      rules: [
        {
          host: 'shop.example.com',
          http: { paths: [{ path: '/', backend: { service: { name: 'shop', port: { number: 80 } } } }] },
        },
        { host: '*.tenants.example.com' },
      ],
      tls: [{ hosts: ['shop.example.com'], secretName: 'shop-tls' }],
    },
    status: { loadBalancer: { ingress: [{ ip: '203.0.113.7' }, { hostname: 'lb-1.elb.amazonaws.com' }] } },
  };
  const route = {
    ...{ apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', metadata: { name: 'api' } },
    spec: {
      hostnames: ['api.example.com'],
      parentRefs: [{ group: 'gateway.networking.k8s.io', name: 'gateway' }],
    },
  };
  const service = {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'mail' } },
    spec: {
      clusterIP: '10.96.0.7',
      clusterIPs: ['10.96.0.7'],
      externalName: 'mail.example.net',
      ports: [{ port: 25 }],
    },
  };
  const text = JSON.stringify({ apiVersion: 'v1', items: [ingress, route, service], kind: 'List' }, null, 4);
  expect(read(text).format).toBe('kubernetes');
  expect(addressesOf(text)).toEqual([
    ...['a.example.com', 'b.example.com', 'https://auth.example.com/oauth2/auth'],
    ...[
      'shop.example.com',
      '*.tenants.example.com',
      'shop.example.com',
      '203.0.113.7',
      'lb-1.elb.amazonaws.com',
    ],
    ...['api.example.com', 'mail.example.net'],
  ]);
  expect(read(text).addresses.some((line) => line.startsWith('1 '))).toBe(false);
});

test('a HAR: the requested URLs', () => {
  const entry = (url: string) => ({
    _initiator: { type: 'script', stack: { callFrames: [{ url: 'chrome-extension://abc/x.js' }] } },
    startedDateTime: '2026-07-24T07:31:30.037Z',
    request: {
      method: 'GET',
      url,
      headers: [{ name: 'Host', value: 'ignored.example.com' }],
      cookies: [{ domain: '.example.com' }],
    },
    response: {
      status: 200,
      redirectURL: '',
      content: { mimeType: 'text/html', text: '<a href="https://evil.example">' },
    },
    serverIPAddress: '203.0.113.7',
    connection: '443',
  });
  const log = {
    ...{ version: '1.2', creator: { name: 'Firefox', version: '151.0.1.1' } },
    pages: [{ id: 'page_1', title: 'https://title.example.com/' }],
    entries: [
      entry('https://shop.example.com/cart?id=1'),
      entry('data:image/png;base64,AAAA'),
      entry('wss://live.example.com/'),
    ],
  };
  const text = JSON.stringify({ log });
  expect(read(text).format).toBe('har');
  expect(addressesOf(text)).toEqual(['https://shop.example.com/cart', 'wss://live.example.com']);
});

test('other JSON: arrays of texts, and values whose keys name addresses', () => {
  expect(read('["shop.example.com", "db01", "hello", "10.0.0.1:80"]')).toEqual({
    format: 'list',
    addresses: ['1 shop.example.com', '1 db01', '1 10.0.0.1:80'],
    rest: ['1 hello'],
  });
  const objects = [
    { name: 'Shop', host: 'db.prod', file: 'main.tf', image: 'nginx:1.25', version: '1.2.3.4' },
  ];
  expect(addressesOf(JSON.stringify(objects))).toEqual(['db.prod']);
  expect(
    addressesOf('{"serverUrl": "https://a.example.com", "$schema": "https://json-schema.org/x"}'),
  ).toEqual(['https://a.example.com']);
});

test('a value that is not an address, although its key says so, is listed as not understood', () => {
  const text =
    '{\n "host": "db01",\n "hosts": ["a.example.com, b", ""],\n "name": "db02",\n "url": "Our shop"\n}';
  expect(read(text)).toEqual({
    format: 'json',
    addresses: ['3 a.example.com'],
    rest: ['2 db01', '5 Our shop'],
  });
  // What the tools themselves write under such a key is no mistake of the list.
  const vpc = { terraform_version: '1.9.5', resources: [{ instances: [{ attributes: { domain: 'vpc' } }] }] };
  const har = { log: { entries: [{ request: { url: 'data:image/png;base64,AAAA' } }] } };
  for (const json of [vpc, har]) expect(read(JSON.stringify(json)).rest).toEqual([]);
});
