/** Next calls this once, before the first request: a wrong configuration stops the server here, with one sentence. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { getContainer } = await import('@/lib/server/container');
    try {
      await getContainer();
    } catch (error) {
      // By name: this file may import no class of the server. Next itself would print a stack and go on serving.
      if (!(error instanceof Error) || error.name !== 'ConfigError') throw error;
      console.error(error.message);
      process.exit(1);
    }
  }
}
