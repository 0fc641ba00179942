/** Returns a row of the list as in the spec: 14 fields. `n` determines its UUID and name. */
export function wireRow(n = 1): Record<string, unknown> {
  return {
    monitor_uuid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    name: `Monitor ${n}`,
    type: 'tcp',
    target: 'db.example.com',
    port: 5432,
    interval: 60,
    regions: ['eu-west'],
    maintenance_mode: false,
    is_active: true,
    last_check_at: '2026-01-02T03:04:05.678Z',
    last_status: 'up',
    last_response_time_ms: 42,
    created_at: '2025-01-02T03:04:05.678Z',
    updated_at: '2025-06-02T03:04:05.678Z',
  };
}

/** Returns the detail of the same monitor: 19 fields. */
export function wireDetail(n = 1): Record<string, unknown> {
  return {
    ...wireRow(n),
    description: null,
    http_method: 'GET',
    expected_status_codes: [200, 204],
    follow_redirects: true,
    timeout_ms: 10_000,
  };
}

/** Returns the body of a list that consists of one page. */
export function wirePage(rows: unknown[]): { data: unknown[]; pagination: Record<string, number> } {
  return { data: rows, pagination: { page: 1, per_page: 100, total: rows.length, total_pages: 1 } };
}
