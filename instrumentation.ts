/** Next calls this once, before the first request: a wrong configuration stops the server here. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { getContainer } = await import('@/lib/server/container');
  await getContainer();
}
