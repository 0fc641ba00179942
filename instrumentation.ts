/**
 * Next calls this once, before the first request. An invalid configuration ends the process here, with one
 * sentence.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { getContainer } = await import('@/lib/server/container');
    try {
      await getContainer();
    } catch (error) {
      // Checked by name, because this file may not import the class (architecture rule). Otherwise Next would
      // print a stack trace and continue serving.
      if (!(error instanceof Error) || error.name !== 'ConfigError') throw error;
      console.error(error.message);
      process.exit(1);
    }
  }
}
