/**
 * Starts clients that send requests for the paths, each one sequentially. A client ends when the product is killed or
 * `stop` is called.
 */
export function startLoad(
  origin: string,
  clients: number,
  paths: readonly string[],
): { responses(): number; stop(): Promise<void> } {
  let responses = 0;
  let isOver = false;
  async function client(number: number): Promise<void> {
    for (let step = number; !isOver; step += 1) {
      try {
        const response = await fetch(origin + paths[step % paths.length], {
          headers: { 'user-agent': `person ${number}`, 'sightline-refresh': 'on' },
        });
        await response.arrayBuffer();
        responses += 1;
      } catch {
        // The product was killed, as intended.
        return;
      }
    }
  }
  const all = Array.from({ length: clients }, (_, number) => client(number));
  return {
    responses: () => responses,
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
}
