import type { BrowserContext } from '@playwright/test';

/**
 * Records violations of the content security policy and uncaught script errors. Call it before the first page is
 * opened.
 * @returns one line for each; the array grows as they occur
 */
export async function watchPolicy(context: BrowserContext): Promise<readonly string[]> {
  const seen: string[] = [];
  await context.exposeBinding('reportPolicy', (_source, what: string) => seen.push(what));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      const report: unknown = Reflect.get(window, 'reportPolicy');
      const what = `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`;
      if (typeof report === 'function') report(what);
    });
  });
  context.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) seen.push(message.text());
  });
  context.on('weberror', (error) => seen.push(String(error.error())));
  return seen;
}
