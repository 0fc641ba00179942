/** Spec: Monitor, `type`. */
export type MonitorType = 'http' | 'https' | 'tcp' | 'ping';

/** Spec: Monitor, `http_method`. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** A monitor in the detail shape, fields in the order of the spec's table. Times are ISO 8601 UTC with milliseconds. */
export interface Monitor {
  monitor_uuid: string;
  name: string;
  type: MonitorType;
  /** URL for http/https; hostname or IP for tcp/ping. */
  target: string;
  port: number | null;
  /** Seconds. */
  interval: number;
  regions: string[];
  maintenance_mode: boolean;
  description: string | null;
  is_active: boolean;
  last_check_at: string | null;
  last_status: 'up' | 'down' | null;
  last_response_time_ms: number | null;
  http_method: HttpMethod | null;
  expected_status_codes: number[] | null;
  follow_redirects: boolean | null;
  timeout_ms: number | null;
  created_at: string;
  updated_at: string;
}

/** The list shape as JSON: without the five detail-only fields (spec: Resources, Monitor). */
export function listJson(monitor: Monitor): string {
  return JSON.stringify({
    monitor_uuid: monitor.monitor_uuid,
    name: monitor.name,
    type: monitor.type,
    target: monitor.target,
    port: monitor.port,
    interval: monitor.interval,
    regions: monitor.regions,
    maintenance_mode: monitor.maintenance_mode,
    is_active: monitor.is_active,
    last_check_at: monitor.last_check_at,
    last_status: monitor.last_status,
    last_response_time_ms: monitor.last_response_time_ms,
    created_at: monitor.created_at,
    updated_at: monitor.updated_at,
  });
}
