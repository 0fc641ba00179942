import { mcpRoute } from '@/lib/server/api/mcp/mcp-route';

/** Answers assistants (MCP). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mcpRoute();
