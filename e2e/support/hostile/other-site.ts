import { createServer } from 'node:http';
import { endNow, listenOnLoopback } from '../http/loopback.ts';

/** A foreign web site. Its two host names make it same-site or cross-site with a product on 127.0.0.1. */
export interface OtherSite {
  /** Another origin on the same site: only the port differs, so that cookies are sent. */
  sameSite: string;
  crossSite: string;
  /** The paths that browsers have requested. */
  asked: readonly string[];
  close(): Promise<void>;
}

/** Serves the same page at every path. */
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

/** A form that submits itself. @param attributes additional attributes of the form */
export function autoSubmittingForm(
  action: string,
  fields: Record<string, string> = {},
  attributes = '',
): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  return `<form method="post" action="${action}" ${attributes}>${inputs.join('')}</form>
    <script>document.forms[0].submit()</script>`;
}
