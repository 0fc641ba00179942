/**
 * Next calls this once, before the first request. An invalid configuration ends the process here, with one
 * sentence.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    try {
      const isDemo = process.env.SIGHTLINE_DEMO?.trim() === '1';
      const past = isDemo ? await (await import('@/lib/server/demo')).startDemo(process.env) : undefined;
      // Set by the launcher for `npm start -- --check`.
      if (process.env.SIGHTLINE_CHECK === '1') {
        const { checkSetup } = await import('@/lib/server/api/check-setup');
        const { isOk, lines } = await checkSetup();
        console.log(lines.join('\n'));
        process.exit(isOk ? 0 : 1);
      }
      const { getContainer } = await import('@/lib/server/container');
      await getContainer(past);
    } catch (error) {
      // Checked by name, because this file may not import the class (architecture rule). Otherwise Next would
      // print a stack trace and continue serving.
      if (!(error instanceof Error) || error.name !== 'ConfigError') throw error;
      console.error(error.message);
      process.exit(1);
    }
  }
}
