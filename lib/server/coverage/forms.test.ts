import { expect, test } from 'vitest';
import { summaryOf } from './read-list.fixtures.ts';

test.each<[form: string, text: string, summary: string]>([
  [
    'text that is struck out, and a part of an address',
    '~~a.example.com~~\n10.1.1\n',
    'a.example.com | not_understood: 10.1.1',
  ],
  [
    'headlines with the name of a list, and directives that begin with one',
    'Server list DC1\nHosts Q3 2026 / EMEA\nserver web01\nserver ntp1 iburst\nHost web1 web2\n',
    'web01 ntp1 web1 web2',
  ],
  [
    'a number is a port where it stands alone beside a host or at the end of a line, and can be one',
    'orders.dc7 8443\nb.dc7 200\nc.dc7 8443 0.12s\nd.example.com on port 8443 (TLS)\ne,portal.dc7,8443\nf,g.example.com,200\nh.dc7,5432,Anna\ni.dc7,1500,ok\nshop,https://h.example.com/a,prod\nweb01,192.0.2.5,8443\n- j.dc7 (192.0.2.6)\n',
    'orders.dc7:8443 b.dc7 c.dc7 d.example.com:8443 portal.dc7:8443 g.example.com h.dc7:5432 i.dc7 https://h.example.com/a web01:8443 j.dc7 | not_understood: 8443 1500 | other_name: 192.0.2.5 192.0.2.6',
  ],
  [
    'lists of YAML in one line',
    "- targets: ['10.0.0.5:9100', '10.0.0.6:9100']\n- name: b\n  hosts: [10.0.0.7, 10.0.0.8]\n- addresses: [{ip: 10.0.0.9}, {ip: 10.0.0.10}]\n",
    '10.0.0.5:9100 10.0.0.6:9100 10.0.0.7 10.0.0.8 10.0.0.9 10.0.0.10',
  ],
  [
    'a port in words',
    'a.example.com (port 9093)\nb.example.com, port 9093\nHost: c.example.com Port: 9093\nThe broker d.example.com listens on port 9093.\ne.example.com (389/tcp)\nf.example.com tcp/873\n10.0.0.5 on TCP port 22\nfrom g.example.com to h.example.com port 443\n',
    'a.example.com:9093 b.example.com:9093 c.example.com:9093 d.example.com:9093 e.example.com:389 f.example.com:873 10.0.0.5:22 g.example.com h.example.com:443',
  ],
  [
    'a name and its address, a defanged name, a ticket, a template',
    'a.example.com - 192.0.2.1\n * b[.]example[.]com\nTicket #4412: http(s)://c.example.com is down # d.example.com\nNmap scan report for e.dc7 (192.0.2.2)\n- host: "{{ include "shop.host" . }}"\n',
    'a.example.com b.example.com https://c.example.com e.dc7 | other_name: 192.0.2.1 192.0.2.2 | comment: d.example.com | not_understood: {{ include "shop.host" . }}',
  ],
  [
    'a host and its port in two lines: a section, an environment of Compose',
    '[a]\nhost = a.dc7\nport = 9093\n[b]\nport = "6380"\nhost = b.dc7\n\nservices:\n  app:\n    environment:\n      - C_HOST=c.dc7\n      - C_PORT=6381\n      - D_HOST=d.dc7\n      - E_PORT=1234\n',
    'a.dc7:9093 b.dc7:6380 c.dc7:6381 d.dc7',
  ],
  ['variables of Ansible', '[web]\nweb1.dc7\n[all:vars]\nntp_server=ntp.dc7\n', 'web1.dc7 | detail: ntp.dc7'],
  [
    'a zone file: names below the origin; servers, mailboxes, data and comments are no hosts',
    `$ORIGIN example.com.
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
`,
    'example.com shop.example.com www.example.com *.apps.example.com abs.example.com | detail: example.com example.com 192.0.2.1 192.0.2.11 shop.example.com shop.example.com 2001:db8::1 _dmarc.example.com mailto:x@example.com | name_server: ns1.example.com ns1.example.net | mailbox: hostmaster.example.com | comment: old.example.org | not_understood: $GENERATE 1-3 web$ A 10.0.0.$',
  ],
  [
    'a zone among other lines: names in the data of records are completed',
    'a.example.com\n$ORIGIN example.org.\n@ MX 10 relay7\n_sip._tcp SRV 0 5 5060 sip9\nedge CNAME edge9\ndb01:5432\n',
    'a.example.com edge.example.org db01:5432 | detail: example.org relay7.example.org _sip._tcp.example.org sip9.example.org edge9.example.org',
  ],
  [
    'the DNS export of Cloudflare',
    ';; Domain:     example.com.\nexample.com\t3600\tIN\tSOA\tns.example.net. dns.example.net. 2049\nshop.example.com.\t1\tIN\tA\t192.0.2.1 ; cf_tags=cf-proxied:true\nblog IN A 192.0.2.2\n',
    'shop.example.com blog.example.com | comment: example.com | detail: example.com 192.0.2.1 192.0.2.2 | name_server: ns.example.net | mailbox: dns.example.net',
  ],
  [
    'the answer of a name server',
    'blog.example.com. 300 A 192.0.2.1\n',
    'blog.example.com | detail: 192.0.2.1',
  ],
  [
    'hosts of Ansible with variables, and alone',
    'orders-db ansible_user=postgres\n[cache]\nredis env=prod\nmemcached\n[cache:vars]\nntp env=prod',
    'orders-db redis memcached',
  ],
  [
    'a host before the name of a value',
    'web1.example.com ansible_user=deploy\norders-db.internal - owner=lee\n10.5.5.5 ansible_user=root\n',
    'web1.example.com orders-db.internal 10.5.5.5',
  ],
  [
    'statements of nginx in one line',
    'server { server_name a.example.com b.example.com; location / { proxy_pass http://app; } }\nupstream app { server 10.20.0.21:8080; }\n',
    'a.example.com b.example.com | backend: http://app 10.20.0.21:8080',
  ],
  [
    'resolvers in a block in one line',
    'http { resolver a.example.net b.example.net valid=30s; server { listen 443; server_name shop.example.com; } }',
    'shop.example.com | name_server: a.example.net b.example.net',
  ],
  [
    'the address of a machine in its network',
    '10.5.1.7/24\n10.5.0.0/16\n[fd00::5]\n',
    '10.5.1.7 10.5.0.0/16 fd00::5',
  ],
  [
    'a record without an origin',
    'shop IN A 192.0.2.2',
    ' | not_understood: shop (add $ORIGIN) | detail: 192.0.2.2',
  ],
  [
    'Terraform: data of records, names of buckets and defaults of variables are no hosts',
    'variable "site" {\n  default = "default.example.com"\n}\nresource "aws_route53_record" "www" {\n  name = "www.example.com"\n  records = ["192.0.2.1", "192.0.2.2"]\n}\nresource "aws_s3_bucket" "logs" {\n  bucket = "logs.example.com"\n}\n',
    'www.example.com | detail: default.example.com 192.0.2.1 192.0.2.2 | lookalike: logs.example.com',
  ],
  [
    'the elements of a list have the meaning of its name',
    'nameservers:\n  - 192.0.2.3\nrecords = [\n  "192.0.2.1",\n]\nhosts = [\n  "db01",\n]\nimages:\n  - registry.example.com/app\n',
    'db01 | name_server: 192.0.2.3 | detail: 192.0.2.1 | lookalike: registry.example.com/app',
  ],
  ['hosts with their addresses', '- "a.example.com:192.0.2.4"\n', 'a.example.com | other_name: 192.0.2.4'],
  [
    'YAML of Kubernetes',
    `apiVersion: networking.k8s.io/v1
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
`,
    'alias.dc7 shop.dc7 tls.example.com last.example.com | lookalike: networking.k8s.io/v1 nginx.ingress.kubernetes.io/server-alias | detail: kubectl.kubernetes.io/last-applied-configuration old.example.com | status: lb.example.net',
  ],
  [
    'Compose with labels of Traefik',
    `services:
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
`,
    'a.example.com b.dc7 c.example.com d.example.com | lookalike: registry.example.com/team/app:1.2 traefik.http.routers.web.rule | local: 127.0.0.1:8080:80 http://localhost:8080/health host.docker.internal',
  ],
  [
    'an inventory of Ansible',
    `[web]
web[01:03].example.com
db.example.com ansible_port=2222
alias ansible_host=10.0.0.5 ansible_port=2222
shop.example.com ansible_host=203.0.113.5 ansible_user="admin"
[prod:children]
web-eu
[web:vars]
ansible_user=deploy
`,
    'db.example.com alias shop.example.com | not_understood: web[01:03].example.com | other_name: 10.0.0.5 203.0.113.5 | lookalike: web-eu',
  ],
  [
    'an inventory of Ansible as YAML',
    'all:\n  hosts:\n    app[1:2].example.com:\n      http_port: 80\n    web01:\n      ansible_host: 10.0.0.5\n      ansible_port: 8443\n    web1.example.com:\n      ansible_host: 10.0.0.6\n    memcached:\n    web2.example.com: { ansible_host: 10.0.0.7, ansible_port: 2222 }\n',
    'web01 web1.example.com memcached web2.example.com | not_understood: app[1:2].example.com | other_name: 10.0.0.5 10.0.0.6 10.0.0.7',
  ],
  ['wide punctuation', 'a.example.com；b.example.com', 'a.example.com b.example.com'],
  [
    'sections',
    '[http.routers.r1]\nrule = "Host(`a.example.com`)"\n[web]\n',
    'a.example.com | lookalike: http.routers.r1',
  ],
  [
    'a scan of nmap',
    `# Nmap 7.94 scan initiated as: nmap -oG - 192.0.2.0/28
Host: 192.0.2.10 (web.example.com)\tPorts: 22/open/tcp//ssh///, 443/open/tcp//https///
Host: 192.0.2.11 ()\tStatus: Down
Host: 192.0.2.12 ()\tPorts: 22/open/tcp//ssh///
`,
    'web.example.com 192.0.2.12 | comment: 192.0.2.0/28 | status: 192.0.2.11 | other_name: 192.0.2.10',
  ],
  [
    'the XML of nmap',
    '<?xml version="1.0"?><nmaprun args="nmap -oX - 192.0.2.0/28">',
    ' | document: 192.0.2.0/28',
  ],
  [
    'a hosts file: what leads to the machine itself is local',
    '127.0.0.1 localhost\nfe80::1%lo0 localhost\n10.0.0.5  db.example.internal db # old.example.com\n10.0.0.6 mail\n',
    'db.example.internal mail | local: 127.0.0.1 localhost fe80::1 localhost | comment: old.example.com | other_name: 10.0.0.5 db 10.0.0.6',
  ],
  [
    'statements of nginx behind each other',
    'server {\n ssl_stapling on; resolver 192.0.2.1 192.0.2.2 valid=300s;\n}\n',
    ' | name_server: 192.0.2.1 192.0.2.2',
  ],
  [
    'a virtual host has the port at which it listens',
    'server {\n listen 8443 ssl;\n server_name a.example.com;\n}\nserver {\n listen 80;\n listen 8080;\n server_name b.example.com wiki;\n}\nserver { listen 8443; server_name d.example.com e.example.com; }\n<VirtualHost *:8443>\nServerName c.example.com\n',
    'a.example.com:8443 b.example.com wiki d.example.com:8443 e.example.com:8443 c.example.com:8443',
  ],
  [
    'a sitemap, with other languages, CDATA, comments and line breaks',
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <!-- <loc>https://old.example.com/</loc> -->
  <url><loc>
    https://shop.example.com/a?x=1&amp;y=2
  </loc><xhtml:link rel="alternate" href="https://shop.example.de/a"/></url>
  <url><loc><![CDATA[https://shop.example.com/b]]></loc><lastmod>2026-01-01</lastmod></url>
</urlset>`,
    'https://shop.example.com/a https://shop.example.de/a https://shop.example.com/b | lookalike: http://www.sitemaps.org/schemas/sitemap/0.9 | comment: https://old.example.com/',
  ],
  [
    'nginx',
    `upstream backend {
  server 10.0.0.11:8080 weight=5;
}
server {
  listen 127.0.0.1:9000;
  server_name a.dc7 wiki *.shop.example.com .example.org ~^(?<user>.+)\\.example\\.net$;
  location / { proxy_pass http://backend; }
  location /x { proxy_pass https://$upstream; }
  ssl_certificate /etc/ssl/shop.example.com.crt;
  resolver 8.8.8.8;
}`,
    'a.dc7 wiki *.shop.example.com example.org *.example.org | backend: 10.0.0.11:8080 http://backend https://$upstream | local: 127.0.0.1:9000 | not_understood: \\.example\\.net$ | name_server: 8.8.8.8',
  ],
  [
    'a Caddyfile',
    '{\n  email admin@example.com\n}\nshop.example.com, www.shop.example.com {\n  @api path /api/*\n  reverse_proxy @api 10.0.0.5:9000 10.0.0.6:9000\n}\n{$DOMAIN} {\n  php_fastcgi localhost:9001\n}',
    'shop.example.com www.shop.example.com | mailbox: admin@example.com | backend: 10.0.0.5:9000 10.0.0.6:9000 localhost:9001 | lookalike: {$DOMAIN}',
  ],
  [
    'HAProxy',
    'global\n  log 127.0.0.1 local0\nfrontend web\n  bind *:443 ssl crt /etc/ssl/a.example.com.pem\n  acl shop hdr(host) -i shop.example.com\n  server web1 10.0.0.5:8080 check\n',
    'shop.example.com | lookalike: global local0 | local: 127.0.0.1 | backend: web1 10.0.0.5:8080',
  ],
  [
    'Apache',
    '<VirtualHost *:443>\n  # ServerName old.example.com\n  ServerName shop.example.com\n</VirtualHost>',
    'shop.example.com | comment: old.example.com',
  ],
  [
    'SSH',
    'Host web\n  HostName a.example.com\n  Port 2222\nHost web01\n  HostName 10.0.0.5\n',
    'a.example.com:2222 web01 | other_name: 10.0.0.5',
  ],
  [
    'a short and a full name of one machine',
    'alias ansible_host=shop.example.com ansible_user=x\n\nHost web1\n  HostName c.example.com\n\ndefine host {\n  host_name db01\n  address d.example.com\n}\n',
    'shop.example.com c.example.com d.example.com | other_name: alias web1 db01',
  ],
])('%s', (_form, text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});
