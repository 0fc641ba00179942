import 'server-only';
import { serverTiming } from '@/lib/process/server-timing';
import { type Container, getContainer } from '../container.ts';
import { failureResponse, toFailure } from './failure-response.ts';

type Params = Record<string, string | string[] | undefined>;

/** A route handler as Next calls it. */
export type NextHandler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;

/** The methods that each route file exports. Next would answer others itself, without our headers. */
type Methods = Record<'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', NextHandler>;

export interface HandlerContext {
  container: Container;
  request: Request;
  params: Params;
  requestId: string;
  /** The headers of the response, also of a failure. */
  headers: Headers;
}

/** Calls a handler with the headers of every response, converts errors to responses, and measures the time. */
export function handler(run: (context: HandlerContext) => Promise<Response>): NextHandler {
  return async (request, { params }) => {
    const requestId = crypto.randomUUID();
    // The launcher adds more (lib/launch/security-headers.ts).
    const headers = new Headers({
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': requestId,
    });
    const container = await getContainer();
    const { clock, log } = container;
    const startedAt = clock.monotonic();
    const response = await run({ container, request, params: await params, requestId, headers }).catch(
      (error: unknown) => failureResponse(toFailure(error, requestId, log), requestId, headers, clock.now()),
    );
    // Set last, so that it includes all work except for sending the body.
    response.headers.set('Server-Timing', serverTiming(clock.monotonic() - startedAt));
    return response;
  };
}

/** Completes the methods of a route. @param reject handles those that it does not have */
export function methods(served: Partial<Methods>, reject: NextHandler): Methods {
  return {
    GET: reject,
    HEAD: reject,
    POST: reject,
    PUT: reject,
    PATCH: reject,
    DELETE: reject,
    OPTIONS: reject,
    ...served,
  };
}
