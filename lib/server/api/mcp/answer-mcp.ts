import 'server-only';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { BODY_MAX_BYTES } from '../../../process/body-limits.ts';
import { withBasePath } from '../../../text/base-path.ts';
import type { Container } from '../../container.ts';
import { toFailure } from '../failure-response.ts';
import { createMcp } from './create-mcp.ts';
import type { ToolContext } from './tools.ts';

/** Answers one request of the Model Context Protocol over HTTP. There are no sessions: each request is complete in itself. */
export function answerMcp(
  container: ToolContext['container'] & Pick<Container, 'origin' | 'clock' | 'log'>,
  request: Request,
): Promise<Response> {
  const { origin, clock, log } = container;
  const context = {
    container,
    now: clock.now(),
    linkTo: (uuid: string) => `${origin}${withBasePath(`/monitors/${uuid}`)}`,
    signal: request.signal,
  };
  const failureOf = (error: unknown) => toFailure(error, crypto.randomUUID(), log);
  // Subscriptions would stay open, and nothing is ever sent on them.
  const limits = { maxSubscriptions: 0, maxRequestBodySize: BODY_MAX_BYTES };
  return createMcpHandler(() => createMcp(context, failureOf), limits).fetch(request);
}
