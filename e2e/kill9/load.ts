/**
 * Starts clients that send requests for the paths, each one sequentially. A client ends when the product is killed or
 * `stop` is called.
 */
export function startLoad(
  origin: string,
  clients: number,
  paths: readonly string[],
): { answers(): number; stop(): Promise<void> } {
  let answers = 0;
  let isOver = false;
  async function client(number: number): Promise<void> {
    for (let step = number; !isOver; step += 1) {
      try {
        const answer = await fetch(origin + paths[step % paths.length], {
          headers: { 'user-agent': `person ${number}`, 'sightline-refresh': '1' },
        });
        await answer.arrayBuffer();
        answers += 1;
      } catch {
        // The product was killed, as intended.
        return;
      }
    }
  }
  const all = Array.from({ length: clients }, (_, number) => client(number));
  return {
    answers: () => answers,
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
}
