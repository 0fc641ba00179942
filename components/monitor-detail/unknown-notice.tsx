import { CircleQuestionMark } from 'lucide-react';
import type { UnknownFields } from '@/components/monitor/unknown-value';
import { LiveRegion } from '@/components/ui/live-region';
import { Notice } from '@/components/ui/notice';

/** The fields of the API as they are called in a sentence. */
const labels: Partial<Record<string, string>> = {
  is_active: 'active state',
  maintenance_mode: 'maintenance',
  last_check_at: 'last check',
  last_status: 'last status',
  last_response_time_ms: 'response time',
  created_at: 'creation time',
  updated_at: 'update time',
  http_method: 'method',
  expected_status_codes: 'expected status',
  follow_redirects: 'redirects',
  timeout_ms: 'timeout',
};

/** A notice above a monitor with unknown fields: it names them, and says what that means for the others. */
export function UnknownNotice({ monitor }: { monitor: UnknownFields }) {
  const message = unknownMessage(monitor);
  const notice = (
    <Notice tone="neutral" icon={CircleQuestionMark}>
      {message}
    </Notice>
  );
  return <LiveRegion>{message === null ? null : notice}</LiveRegion>;
}

/** The sentence of the notice; null when every field is known. */
export function unknownMessage({ unknown_fields }: UnknownFields): string | null {
  if (unknown_fields.length === 0) return null;
  const fields = formatter.format(unknown_fields.map((field) => labels[field] ?? field));
  const values = unknown_fields.length === 1 ? 'value is missing or doesn’t' : 'values are missing or don’t';
  return `Unknown: ${fields}. The API’s ${values} match its specification; everything else is as the API sent it.`;
}

const formatter = new Intl.ListFormat('en-GB', { type: 'conjunction' });
