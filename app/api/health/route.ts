import { route } from '@/lib/server/http/route';

// Parameters are not rejected here: probes may add any, and health must not depend on them.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  ({ container, url }) => {
    const { health, ready } = container.getHealth();
    // `ready=1` asks whether traffic may be sent here, so there must also be data to show.
    const isNotReady = url.searchParams.get('ready') === '1' && !ready;
    return { json: health, status: isNotReady ? 503 : 200 };
  },
  { open: true },
);
