import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { createHttpServer, handleClientErrors, listen } from './http-server.ts';
import { printableUrl } from './listen-address.ts';
import { sendRejection } from './rejection.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { createDrain, shutDownOnSignal } from './shutdown.ts';

const style = `
  :root { color-scheme: light dark; color: light-dark(#18181b, #fafafa); background: light-dark(#fff, #18181b); font: 16px/1.6 system-ui, sans-serif }
  body { max-width: 42rem; margin: 0 auto; padding: 3rem 1rem }
  h1 { font-size: 1.5rem } li { margin-bottom: 1rem }
  code { font: 0.875em ui-monospace, monospace }
  pre { padding: 0.75rem 1rem; border: 1px solid light-dark(#d4d4d8, #3f3f46); border-radius: 0.5rem; white-space: pre-wrap; overflow-wrap: anywhere }
`;

/** The page that a Sightline without any settings serves. @param nonce of its style */
const page = (nonce: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Set up · Sightline</title>
<style nonce="${nonce}">${style}</style>
<main>
<h1>Sightline isn’t set up yet</h1>
<p>It runs, but it doesn’t know which API to read. On the server:</p>
<ol>
<li>Set the base URL of your Monitor Read API, a key with the scope <code>monitors:read</code>, and how users sign in,
as environment variables or in the file <code>.env</code>. You can start without sign-in.
<pre><code>MONITOR_API_BASE_URL=https://api.example.com/v1
MONITOR_API_KEY=…
SIGHTLINE_AUTH=none</code></pre></li>
<li>Check the settings: this reads one page of the API, and says what is wrong.
<pre><code>npm start -- --check</code></pre></li>
<li>Start Sightline again, and reload this page.</li>
</ol>
<p>To look around first, set only <code>SIGHTLINE_DEMO=1</code>: Sightline then shows demo data.
README.md and docs/settings.md have all settings.</p>
</main>
</html>
`;

/**
 * Serves a page that says what to set, to whoever opens a Sightline that has no settings at all. Every response is 503,
 * so that no probe takes it for a Sightline that works.
 *
 * @throws SettingError when listening failed
 */
export async function serveFirstStart(address: { host: string; port: number }, log: Logger): Promise<void> {
  const server = createHttpServer(false);
  const drain = createDrain(server);
  const port = await listen(server, address.host, address.port);
  const headers = createSecurityHeaders({ dev: false, https: false });
  server.on('request', (request, response) => {
    if (/^\/api(?=[/?]|$)/.test(request.url ?? '')) {
      const error = 'Sightline isn’t set up yet: MONITOR_API_BASE_URL is not set.';
      sendRejection(response, { status: 503, error, code: 'not_ready' }, headers.data);
      return;
    }
    const nonce = randomBytes(16).toString('base64');
    response.writeHead(503, {
      ...headers.page,
      'Content-Security-Policy': headers.pagePolicy(nonce),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
    });
    response.end(page(nonce));
  });
  const url = printableUrl(address.host, port);
  handleClientErrors(server, headers.data, new URL(url).host);
  console.log(`MONITOR_API_BASE_URL is not set. Open ${url} to see what Sightline needs.`);
  shutDownOnSignal(log, drain, async () => undefined);
}
