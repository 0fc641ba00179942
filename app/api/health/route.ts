import { route } from '@/lib/server/http/route';

// Parameters are not refused here: probes add what they like, and health must not depend on it.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  ({ container }) => ({ json: container.getHealth() }),
  { open: true },
);
