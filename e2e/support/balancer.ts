import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';

/** What a load balancer that keeps its connections sees of one request. */
interface BalancedAnswer {
  status: number | undefined;
  /** Whether it went over a connection that an earlier request had opened. */
  isReused: boolean;
  /** The product's word on how long it keeps the connection. */
  keepAlive: string | undefined;
}

/** Asks for the health over the agent's connections. @throws Error when the connection is closed under it */
export async function askAsBalancer(agent: Agent, origin: string): Promise<BalancedAnswer> {
  const outgoing = request(`${origin}/api/health`, { agent }).end();
  const answer: IncomingMessage = await once(outgoing, 'response').then(([first]) => first);
  answer.resume();
  await once(answer, 'end');
  return {
    status: answer.statusCode,
    isReused: outgoing.reusedSocket,
    keepAlive: answer.headers['keep-alive']?.toString(),
  };
}
