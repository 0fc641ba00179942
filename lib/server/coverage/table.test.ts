import { expect, test } from 'vitest';
import { summaryOf } from './read-list.fixtures.ts';

test.each<[table: string, text: string, summary: string]>([
  [
    'addresses of others beside those of the machine',
    'Hostname,IP,Primary DNS,NTP server,Backup server,Port\na.dc7,192.0.2.1,192.0.2.2,192.0.2.3,b.dc7,9092\n',
    'a.dc7:9092 192.0.2.3 b.dc7 | name_server: 192.0.2.2 | other_name: 192.0.2.1',
  ],
  ...[
    'Server name,IP',
    'Servername,IPs',
    'Server (FQDN),IP(s)',
    'FQDN / URL,LAN IP',
    'Target,IP Address',
    'Endpoint,Adresse IP',
    'Computer Name,Host IP',
  ].map((columns): [string, string, string] => [
    `the address of a machine below ${columns}`,
    `${columns},Site\na.example.com,192.0.2.1,FRA\n`,
    'a.example.com | other_name: 192.0.2.1',
  ]),
  [
    'a short name beside columns of others, also between it and its address',
    'Hostname,Depends on,IP,Mail relay\nweb01,db.example.com,192.0.2.1,mx.example.com\nweb02,db.example.com,192.0.2.2,mx.example.com\n\nhost,aliases,ip\na.dc7,b.dc7,192.0.2.3\n',
    'web01 web02 a.dc7 b.dc7 | detail: db.example.com mx.example.com db.example.com mx.example.com | other_name: 192.0.2.1 192.0.2.2 192.0.2.3',
  ],
  [
    'hosts below headings that nobody knows',
    'Name,Production,Staging,Owner\nportal,portal.example.com,https://portal.example.net/x,web\nweb-1,,,web\nmail,,,x\n',
    'portal.example.com https://portal.example.net/x web-1 mail',
  ],
  [
    'nodes of a cluster beside its address',
    'Cluster,Node 1,Node 2,VIP\nA,192.0.2.1,b.example.com,192.0.2.9\n',
    '192.0.2.9 192.0.2.1 b.example.com',
  ],
  [
    'numbered columns',
    'Application,Server 1,Server 2,URL\nShop,a.dc7,b.dc7,https://c.example.com\n',
    'https://c.example.com a.dc7 b.dc7',
  ],
  [
    'hosts beside their domain are completed by it',
    'Hostname,Domain,IP\nkafka,waw1.dc7,192.0.2.1\nkafka,ams1.dc7,192.0.2.2\nkafka.nrt1.dc7,nrt1.dc7,\n',
    'kafka.waw1.dc7 kafka.ams1.dc7 kafka.nrt1.dc7 | lookalike: waw1.dc7 ams1.dc7 nrt1.dc7 | other_name: 192.0.2.1 192.0.2.2',
  ],
  [
    'the address of a load balancer, alone and beside hosts',
    'Name,VIP,Port\nlb-1,192.0.2.1,9200\n\nHost,VIP\na.dc7,192.0.2.9\n',
    '192.0.2.1:9200 a.dc7 192.0.2.9 | other_name: lb-1',
  ],
  [
    'virtual machines, beside the host that they run on',
    'Name,State,Host,IP Address\nHR-APP-02,On,esx1.dc7,\nweb01,On,esx1.dc7,192.0.2.5\n\nHostname,ESX Host,IP\nHR-APP-03,esx2.dc7,\n',
    'esx1.dc7 hr-app-02 192.0.2.5 esx1.dc7 hr-app-03 esx2.dc7 | other_name: web01',
  ],
  [
    'nodes of a cluster with their addresses',
    'NAME     STATUS   ROLES    AGE   VERSION   INTERNAL-IP   EXTERNAL-IP\nnode-02  Ready    <none>   10d   v1.27.3   192.0.2.5     <none>\n',
    '192.0.2.5 | other_name: node-02',
  ],
  [
    'rules of a firewall',
    'Rule,Source,Destination,Port,Action\n1,192.0.2.5,kafka.dc7,9093,allow\n',
    'kafka.dc7:9093 | lookalike: 192.0.2.5',
  ],
  [
    'ports in any notation, and one that is none',
    'Host,Port/Protocol\na.dc7,9093/tcp\nb.dc7,tcp/9094\nc.dc7,9000-9010\nd.dc7,"80 (http), 443 (https)"\ne.dc7,any',
    'a.dc7:9093 b.dc7:9094 c.dc7 d.dc7:80 d.dc7:443 e.dc7 | not_understood: 9000-9010',
  ],
  ['the port of another', 'Host,Source Port\na.dc7,9093', 'a.dc7'],
  [
    'several addresses in a cell of hosts, and in one of a named machine',
    'Host,Stage\n192.0.2.1 / 192.0.2.2,prod\n\nName,IP\nx,192.0.2.3 / 192.0.2.4',
    '192.0.2.1 192.0.2.2 192.0.2.3 | other_name: 192.0.2.4',
  ],
  [
    'a table of fields of fields',
    'name,assigned_to.email,ip_address\nweb01,mail@a.example.com,10.1.1.1\n',
    '10.1.1.1 | detail: mail@a.example.com | other_name: web01',
  ],
  [
    'names and addresses of one machine by different columns',
    'Name,PrivateDnsName,PublicDnsName,PublicIp\nWeb,ip-10-0-0-5.example.internal,web.example.com,192.0.2.1\nworker-1,,,192.0.2.2\n',
    'web.example.com 192.0.2.2 | other_name: ip-10-0-0-5.example.internal 192.0.2.1 worker-1',
  ],
  [
    'services that a cluster exposes',
    'NAME   TYPE           CLUSTER-IP   EXTERNAL-IP   PORT(S)        AGE\nshop   LoadBalancer   10.96.4.4    203.0.113.7   80:30080/TCP   5d\n',
    '203.0.113.7 | status: 10.96.4.4',
  ],
  [
    'hosts with a slash between them',
    'host,team\na.example/b.example,x\nc.example.com/index.html,x\nhttps://e.example/f.example,x\n',
    'a.example b.example c.example.com/index.html https://e.example/f.example',
  ],
  [
    'DNS records as CSV',
    'Name,Type,TTL,Value\nc.example.com,A,300,192.0.2.1\nexample.com,TXT,300,a.example.net\n',
    'c.example.com | detail: 192.0.2.1 example.com a.example.net',
  ],
  [
    'the table of kubectl',
    `NAMESPACE   NAME   CLASS   HOSTS                            ADDRESS          PORTS     AGE
prod        shop   nginx   shop.example.com,b.example.com   203.0.113.7      80, 443   5d
prod        api    nginx   api.example.com + 2 more...      lb.example.net   80        5d
prod        new    nginx   new.example.com                                   80        5d
`,
    'shop.example.com b.example.com api.example.com new.example.com | status: 203.0.113.7 lb.example.net | not_understood: + 2 more...',
  ],
  [
    // `kubectl get --watch` prints rows that are wider than their columns, and chats remove spaces.
    'the table of kubectl, out of alignment',
    'NAME  HOSTS ADDRESS\nshop   *       203.0.113.7\napi-nginx-internal a.example.com 203.0.113.8\nx   y   z   1.2.3.4\nb.example.com\n',
    'a.example.com b.example.com | lookalike: * | status: 203.0.113.7 203.0.113.8 | not_understood: 1.2.3.4',
  ],
  ['the name of the only column', 'url\nhttps://a.example.com/x,y\n', 'https://a.example.com/x,y'],
  [
    'CSV: only the columns that name addresses',
    'sep=;\n#;Name;Host;Note\n1;Order #5;db.prod;was old.example.com\n;b // c;;none\n',
    'db.prod | detail: old.example.com | not_understood: ;b // c;;none',
  ],
  [
    'CSV without names of columns',
    '"Shop, EU",prod,shop.example.com,john@example.com\r\nBlog,"say ""hi""",10.0.0.7,\r\ndb01,5432,prod\r\nweb02,10.0.0.8,prod\r\n',
    'shop.example.com 10.0.0.7 db01:5432 web02 | mailbox: john@example.com | other_name: 10.0.0.8',
  ],
  [
    'several hosts in a cell',
    'team\tdomain(s)\nA\ta.example.com b.example.com',
    'a.example.com b.example.com',
  ],
  [
    'a cell with several lines',
    'Host,Notes,IP,Port\n"a.example.com","one\ntwo",10.0.0.5,8443\n',
    'a.example.com:8443 | other_name: 10.0.0.5',
  ],
  [
    'a quote that does not end',
    'host,note\na.example.com,"x\nb.example.com,y\n',
    'a.example.com b.example.com',
  ],
  [
    'a row that could name columns',
    'host,role\nmail,server\nweb01,www\n\nport,ip\n80,10.0.0.1\n',
    'mail web01 10.0.0.1:80',
  ],
  [
    'URLs with commas',
    'https://a.example.com/x,1.html\nhttps://a.example.com/y,2.html\n',
    'https://a.example.com/x,1.html https://a.example.com/y,2.html',
  ],
  [
    'a row is one machine: its short name, its port and its address are one address',
    'name,host,ip,port\nWeb,web01,10.0.0.5,8443\nOrders,orders-db,10.0.0.6,\n',
    'web01:8443 orders-db | other_name: 10.0.0.5 10.0.0.6',
  ],
  [
    'addresses of interfaces',
    'site,primary_ip4\nfra,10.0.0.5/24\nber,10.0.1.128/25\n',
    '10.0.0.5 10.0.1.128/25',
  ],
  [
    'a row that has only its name, and a column whose heading nobody knows',
    'Name,Ordinateur,IP\norders-db,,\nPrinter,,\nShop,shop.example.com / b.example.com,192.0.2.1\n',
    'orders-db shop.example.com b.example.com | not_understood: Printer,, | other_name: 192.0.2.1',
  ],
  [
    'the domain of machines beside their names',
    'display_name,dns_domain,ip_address\nAPP-1,corp.example.com,192.0.2.1\nAPP-2,corp.example.com,192.0.2.2\n',
    '192.0.2.1 192.0.2.2 | lookalike: corp.example.com corp.example.com',
  ],
  [
    'pods, containers and nodes',
    'NAME                    READY   STATUS    IP\nshop-7d9f8b6c5-abcde    1/1     Running   10.244.1.5\n\nNAME     STATUS   ROLES\nnode-1   Ready    worker\n\nCONTAINER ID   IMAGE   PORTS   NAMES\n3f2a1b4c5d6e   nginx:1.25   10.0.0.5:9090->9090/tcp   edge\n',
    'node-1 10.0.0.5:9090 | status: 10.244.1.5',
  ],
  [
    'columns of other machines',
    'VM,FQDN,vCenter,Docs\nvm1,a.example.com,vcenter.example.com,https://docs.example.com/vm1\nvm2,,vcenter.example.com,\n',
    'a.example.com vm2 | detail: vcenter.example.com https://docs.example.com/vm1 vcenter.example.com | other_name: vm1',
  ],
  [
    'DNS records whose type stands before their name',
    'Type,Name,Value,TTL\nA,a.example.com,192.0.2.1,300\nMX,example.com,mail.example.com,300\n',
    'a.example.com | detail: 192.0.2.1 example.com mail.example.com',
  ],
  ['a table of Jira', '||Host||Port||\n|web01|8443|\n', 'web01:8443'],
  ['Markdown', '| Host | Port |\n| --- | ---: |\n| web01 | 8443 |\n', 'web01:8443'],
  [
    'short and full names in columns, and several hosts in a cell',
    'Server,Service,Address\nsrv01,web,a.example.com\n"web1, b.example.com",web,\n',
    'a.example.com web1 b.example.com | other_name: srv01',
  ],
  [
    'several ports beside a host',
    'host,port\na.example.com,"443, 8443"\ndb1,22/9100\n',
    'a.example.com:443 a.example.com:8443 db1:22 db1:9100',
  ],
  [
    'names of columns with other characters',
    "Asset,Hostname,IP,VIP?,CPU %,Who's on call\nSW1,a.example.com,10.10.0.1,no,3,x\nAP1,ap-1,,no,x,y\n",
    'a.example.com ap-1 | other_name: 10.10.0.1',
  ],
])('%s', (_table, text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});
