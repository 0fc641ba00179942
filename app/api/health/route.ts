import { route } from '@/lib/server/http/route';

// Parameters are not refused here: probes add what they like, and health must not depend on it.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  ({ container, url }) => {
    const { health, ready } = container.getHealth();
    // Asked whether traffic may come, an answer alone is not enough: there must be something to show.
    const waits = url.searchParams.get('ready') === '1' && !ready;
    return { json: health, status: waits ? 503 : 200 };
  },
  { open: true },
);
