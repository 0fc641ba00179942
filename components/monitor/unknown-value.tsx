import type { ReactNode } from 'react';
import type { DetailedMonitor } from '@/lib/contract/responses';

/** The part of a monitor that tells which fields are unknown. */
export type UnknownFields = Pick<DetailedMonitor, 'unknown_fields'>;

export type MonitorField = keyof DetailedMonitor;

/** Whether the API's value of a field is missing or cannot be understood. Its null, '' or [] then has no meaning. */
export function isUnknown({ unknown_fields }: UnknownFields, field: MonitorField): boolean {
  return unknown_fields.includes(field);
}

/** The value of a field (`children`), or "Unknown". */
export function IfKnown(props: {
  monitor: UnknownFields;
  field: MonitorField;
  /** The name of the field, shown in the card of a phone, which has no headings. */
  what?: string;
  children: ReactNode;
}) {
  const { monitor, field, what, children } = props;
  return isUnknown(monitor, field) ? <UnknownValue what={what} /> : children;
}

/** Replaces a value that is missing or cannot be understood. @param props.what the name of the field, for phones */
export function UnknownValue({ what }: { what?: string | undefined }) {
  return (
    <span title="The API’s value is missing or doesn’t match its specification." className="text-ink-3">
      Unknown{what === undefined ? null : <span className="sm:hidden"> {what}</span>}
    </span>
  );
}
