import type { BrowserContext } from '@playwright/test';

/**
 * Watches what a browser refuses because of a page's policy, and what scripts fail at. Call it before the first page
 * is opened. @returns one line for each, as they come
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
