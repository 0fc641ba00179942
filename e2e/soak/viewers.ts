import { type Answer, readAnswer } from './check.ts';

const words = ['api', 'checkout', 'eu', 'a', 'db'];
const lists = [
  '',
  '?sort=attention&facets=true',
  '?sort=name&page=2&per_page=100',
  '?condition=down&condition=overdue',
  '?type=https&is_active=true&sort=last_response_time_ms',
];

/** Between two questions of one viewer, milliseconds: so much and up to as much again. */
const PAUSE_MS = 3000;

/** People who look around, each on their own, until told to stop. */
export function startViewers(parts: {
  count: number;
  random: () => number;
  /** Where the product is; while it starts anew, where it will be. */
  origin: () => Promise<string>;
  uuids: readonly string[];
  /** Whether upstream has no such monitor any more. */
  isGone: (uuid: string) => boolean;
  answered: (answer: Answer) => void;
  /** There was no answer with rows. */
  failed: (why: string) => void;
}): { stop(): Promise<void>; answers(): number } {
  const { count, random, origin, uuids, isGone, answered, failed } = parts;
  let isOver = false;
  let answers = 0;
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];

  function question(): string {
    const kind = random();
    if (kind < 0.2) return `/api/monitors/${pick(uuids)}`;
    if (kind < 0.4) return `/api/monitors?q=${pick(words)}`;
    return `/api/monitors${pick(lists)}`;
  }

  async function viewer(number: number): Promise<void> {
    while (!isOver) {
      const path = question();
      const at = await origin();
      try {
        const answer = await fetch(at + path, {
          headers: { 'user-agent': `viewer ${number}`, 'sightline-refresh': '15' },
        });
        const body = await answer.text();
        if (answer.ok) answered(readAnswer(JSON.parse(body)));
        else if (answer.status !== 404 || !isGone(path.replace('/api/monitors/', ''))) {
          throw new Error(`${path} ${answer.status} ${body}`);
        }
        answers += 1;
      } catch (error) {
        // Where the product was killed meanwhile, nobody was there to answer.
        if (at === (await origin())) failed(String(error));
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (1 + random())));
    }
  }

  const all = Array.from({ length: count }, (_, number) => viewer(number));
  return {
    answers: () => answers,
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
}
