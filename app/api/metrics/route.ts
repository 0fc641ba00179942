import { route } from '@/lib/server/http/route';
import { scrapeMetrics } from '@/lib/server/services/scrape-metrics';

// Open to sessions of nobody: whoever holds the token may scrape, and no one else learns that there is something.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  async ({ container, request }) => ({
    text: await scrapeMetrics(container, request.headers.get('authorization')),
  }),
  { open: true },
);
