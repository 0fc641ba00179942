import { route } from '@/lib/server/http/route';
import { scrapeMetrics } from '@/lib/server/services/scrape-metrics';

// Open, because a token replaces the session. Callers without the token get 404, as if there were no metrics.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  async ({ container, request }) => ({
    text: await scrapeMetrics(container, request.headers.get('authorization')),
  }),
  { open: true },
);
