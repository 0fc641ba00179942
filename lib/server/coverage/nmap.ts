import 'server-only';
import { type LineReader, readToken, type Token } from './token.ts';
import { piecesOf, tokensIn } from './words.ts';

const GREPABLE = /^Host: (\S+) \((\S*)\)\s*(.*)$/;
const OPEN_PORT = /(?<=[\s,])(\d{1,5})\/open\//g;

/** Whether a text is the output of `nmap -oX`. */
export const isNmapXml = (start: string) => /<nmaprun[\s>]/.test(start);

interface Scanned {
  ips: string[];
  names: string[];
  ports: string[];
  isDown: boolean;
}

/** Yields a host that was scanned: its addresses, its names, and its open ports. One that is down is not compared. */
function* readScanned({ ips, names, ports, isDown }: Scanned, line: number): Generator<Token | null> {
  const target = names[0] ?? ips[0] ?? '';
  const open = ports.map((port) => (target.includes(':') ? `[${target}]:${port}` : `${target}:${port}`));
  const hosts = [...ips, ...names].filter((host) => open.length === 0 || host !== target);
  for (const text of [...hosts, ...open])
    yield readToken(text, line, { place: 'key', reason: isDown ? 'status' : null });
}

/** Reads a line of `nmap -oG`; null for other lines. */
export const readGrepable: LineReader = (text, line) => {
  const [, ip, name = '', rest = ''] = GREPABLE.exec(text) ?? [];
  if (ip === undefined) return null;
  const ports = Array.from(rest.matchAll(OPEN_PORT), ([, port = '']) => port);
  const host = { ips: [ip], names: [name].filter(Boolean), ports, isDown: /Status: Down/.test(rest) };
  return readScanned(host, line);
};

const XML_PARTS = /\n|<[/!?]?([\w:-]+)([^<>]{0,5000})>?|[^<\n]+/g;

/** Reads the output of `nmap -oX`. What was scanned, as the command line says, is no host. */
export function* readNmapXml(text: string): Generator<Token | null> {
  let line = 1;
  let host: Scanned = { ips: [], names: [], ports: [], isDown: false };
  let port = '';
  for (const [part, tag, attributes = ''] of text.matchAll(XML_PARTS)) {
    yield null;
    if (part === '\n') line += 1;
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    if (tag === 'host') {
      yield* readScanned(host, line);
      host = { ips: [], names: [], ports: [], isDown: false };
    } else if (tag === 'status') host.isDown = attribute('state') === 'down';
    else if (tag === 'address' && attribute('addrtype') !== 'mac') host.ips.push(attribute('addr'));
    else if (tag === 'hostname') host.names.push(attribute('name'));
    else if (tag === 'port') port = attribute('portid');
    else if (tag === 'state') host.ports.push(...(attribute('state') === 'open' ? [port] : []));
    else
      for (const piece of piecesOf(part))
        yield* tokensIn(piece, line, { place: 'mention', reason: 'detail' });
    line += attributes.split('\n').length - 1;
  }
  yield* readScanned(host, line);
}
