import { once } from 'node:events';
import { createServer } from 'node:http';

/** A minimal page of 25 rows, as the baseline for this browser on this machine. */
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Rows</title>
<table><tbody>${Array.from(
  { length: 25 },
  (_, row) =>
    `<tr><td><a href="/${row}">Monitor ${row}</a><td>up<td>https<td>https://example.com/${row}<td>${row} ms`,
).join('\n')}</tbody></table></html>`;

/** Serves a static page of 25 rows: no script, no style sheet, no font. */
export async function servePlainPage(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The plain page has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
