import 'server-only';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { withBasePath } from '../../../text/base-path.ts';
import { FailureError } from '../../errors.ts';
import { toFailure } from '../failure-response.ts';
import { admit, handler } from '../route.ts';
import { viewerOf } from '../viewer.ts';
import { createMcp } from './create-mcp.ts';

/** Maximum size of a request, bytes: 200 addresses fit. */
const REQUEST_MAX = 64 * 1024;

/**
 * The Model Context Protocol over HTTP, without sessions: each POST is complete in itself. Admits the callers of the API. No
 * other site can use a browser's session for it: the SDK demands JSON, and the launcher allows no cross-origin requests.
 */
export const mcpRoute = () =>
  handler(async ({ container, request, requestId }) => {
    const caller = await admit(container, request);
    if (request.method !== 'POST') throw new FailureError({ code: 'method_not_allowed', allowed: ['POST'] });
    // Also without sign-in: an assistant is a viewer only if it says how often it looks.
    const viewer = viewerOf(request.headers, { session: null, token: caller.token ?? 'mcp' });
    if (viewer !== null) container.refresher.seen(viewer.id, viewer.requestedInterval);
    const { access, clock, log } = container;
    const origin = access.mode === 'none' ? '' : access.origin.canonical;
    const context = {
      container,
      now: clock.now(),
      linkTo: (uuid: string) => `${origin}${withBasePath(`/monitors/${uuid}`)}`,
      signal: request.signal,
    };
    const server = () => createMcp(context, (error) => toFailure(error, requestId, log));
    // Subscriptions would stay open, and nothing is ever sent on them.
    const mcp = createMcpHandler(server, {
      responseMode: 'json',
      maxSubscriptions: 0,
      maxRequestBodySize: REQUEST_MAX,
    });
    const response = await mcp.fetch(request);
    response.headers.set('X-Request-Id', requestId);
    return response;
  });
