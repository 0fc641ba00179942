import { createServer } from 'node:http';
import { endNow, listenOnLoopback } from './loopback.ts';

/** A web site that is not ours. By its two names it is of the same site as a product on 127.0.0.1, or of another. */
export interface OtherSite {
  /** Another origin on the same site: only the port differs, so that cookies go along. */
  sameSite: string;
  crossSite: string;
  /** Addresses that browsers have asked it for. */
  asked: readonly string[];
  close(): Promise<void>;
}

/** Serves one page at every address. */
export async function startOtherSite(html: string): Promise<OtherSite> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Elsewhere</title>${html}`);
  });
  const port = await listenOnLoopback(server);
  return {
    asked,
    sameSite: `http://127.0.0.1:${port}`,
    crossSite: `http://localhost:${port}`,
    close: () => endNow(server),
  };
}

/** A form that sends itself. @param attributes of the form, besides */
export function selfSending(action: string, fields: Record<string, string> = {}, attributes = ''): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  return `<form method="post" action="${action}" ${attributes}>${inputs.join('')}</form>
    <script>document.forms[0].submit()</script>`;
}
