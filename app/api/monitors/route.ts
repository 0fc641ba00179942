import { parseMonitorsQuery } from '@/lib/contract/monitors-query';
import { FailureError } from '@/lib/server/errors';
import { route } from '@/lib/server/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  ({ container, url }) => {
    const parsed = parseMonitorsQuery(url.searchParams);
    if (!parsed.ok) {
      throw new FailureError({
        code: 'invalid_parameter',
        parameter: parsed.parameter,
        detail: parsed.detail,
      });
    }
    return container.listMonitors(parsed.query);
  },
  { tagged: true },
);
