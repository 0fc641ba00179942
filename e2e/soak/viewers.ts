import { type ParsedResponse, parseResponse } from './check-response.ts';

const words = ['api', 'checkout', 'eu', 'a', 'db'];
const lists = [
  '',
  '?sort=attention&facets=true',
  '?sort=name&page=2&per_page=100',
  '?condition=down&condition=overdue',
  '?type=https&is_active=true&sort=last_response_time_ms',
];

/**
 * The pause between two requests of one viewer: this long, plus a random time of up to the same length, milliseconds.
 */
const PAUSE_MS = 3000;

/** Starts viewers that send random requests independently of each other until they are stopped. */
export function startViewers(parts: {
  count: number;
  random: () => number;
  /** The product's origin; during a restart it resolves to the new one. */
  origin: () => Promise<string>;
  uuids: readonly string[];
  /** Whether upstream no longer has this monitor. */
  isGone: (uuid: string) => boolean;
  onResponse: (response: ParsedResponse) => void;
  /** Called for a request without a valid response. */
  onFailure: (why: string) => void;
}): { stop(): Promise<void>; responses(): number } {
  const { count, random, origin, uuids, isGone, onResponse, onFailure } = parts;
  let isOver = false;
  let responses = 0;
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];

  function nextPath(): string {
    const kind = random();
    if (kind < 0.2) return `/api/monitors/${pick(uuids)}`;
    if (kind < 0.4) return `/api/monitors?q=${pick(words)}`;
    return `/api/monitors${pick(lists)}`;
  }

  async function viewer(number: number): Promise<void> {
    while (!isOver) {
      const path = nextPath();
      const at = await origin();
      try {
        const response = await fetch(at + path, {
          headers: { 'user-agent': `viewer ${number}`, 'sightline-refresh': 'on' },
        });
        const body = await response.text();
        if (response.ok) onResponse(parseResponse(JSON.parse(body)));
        else if (response.status !== 404 || !isGone(path.replace('/api/monitors/', ''))) {
          throw new Error(`${path} ${response.status} ${body}`);
        }
        responses += 1;
      } catch (error) {
        // A failure is expected if the product was killed during the request.
        if (at === (await origin())) onFailure(String(error));
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (1 + random())));
    }
  }

  const all = Array.from({ length: count }, (_, number) => viewer(number));
  return {
    responses: () => responses,
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
}
