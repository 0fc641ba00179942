/** People at work: so many at once ask for one thing after the other. Ends when what they ask ends, or when told to. */
export function keepBusy(
  origin: string,
  people: number,
  paths: readonly string[],
): { answers(): number; stop(): Promise<void> } {
  let answers = 0;
  let isOver = false;
  async function person(number: number): Promise<void> {
    for (let step = number; !isOver; step += 1) {
      try {
        const answer = await fetch(origin + paths[step % paths.length], {
          headers: { 'user-agent': `person ${number}`, 'sightline-refresh': '1' },
        });
        await answer.arrayBuffer();
        answers += 1;
      } catch {
        // The product was killed: that is what this is for.
        return;
      }
    }
  }
  const all = Array.from({ length: people }, (_, number) => person(number));
  return {
    answers: () => answers,
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
}
