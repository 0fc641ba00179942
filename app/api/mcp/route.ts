import { answerMcp } from '@/lib/server/api/mcp/answer-mcp';
import { assistantRoute } from '@/lib/server/api/route';

/** Answers assistants (MCP). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = assistantRoute(
  async ({ container, request }) => ({ response: await answerMcp(container, request) }),
);
