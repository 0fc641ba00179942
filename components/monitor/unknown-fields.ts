import type { DetailedMonitor } from '@/lib/contract/responses';

/** The part of a monitor that tells which fields are unknown. */
export type UnknownFields = Pick<DetailedMonitor, 'unknown_fields'>;

/** The name of a field of the API. */
export type MonitorField = keyof DetailedMonitor;

/** Whether the API's value of a field is missing or cannot be understood. Its null, '' or [] then has no meaning. */
export function isUnknown({ unknown_fields }: UnknownFields, field: MonitorField): boolean {
  return unknown_fields.includes(field);
}
