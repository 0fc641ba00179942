import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';

/** A response as a load balancer with persistent connections receives it. */
interface BalancedResponse {
  status: number | undefined;
  /** Whether the request used a connection that an earlier request had opened. */
  isReused: boolean;
  /** The product's `Keep-Alive` header. */
  keepAlive: string | undefined;
}

/**
 * Requests `/api/health` over the agent's connections.
 * @throws Error when the connection is closed before the response
 */
export async function requestAsBalancer(agent: Agent, origin: string): Promise<BalancedResponse> {
  const outgoing = request(`${origin}/api/health`, { agent }).end();
  const response: IncomingMessage = await once(outgoing, 'response').then(([first]) => first);
  response.resume();
  await once(response, 'end');
  return {
    status: response.statusCode,
    isReused: outgoing.reusedSocket,
    keepAlive: response.headers['keep-alive']?.toString(),
  };
}
