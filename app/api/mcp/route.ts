import { answerMcp } from '@/lib/server/api/mcp/answer-mcp';
import { postRoute } from '@/lib/server/api/route';

/** Answers assistants (MCP). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = postRoute(
  async ({ container, request }) => ({ response: await answerMcp(container, request) }),
  { tokens: true, header: false },
);
