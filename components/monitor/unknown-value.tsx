import type { ReactNode } from 'react';
import { isUnknown, type MonitorField, type UnknownFields } from './unknown-fields';

interface IfKnownProps {
  monitor: UnknownFields;
  field: MonitorField;
  /** The name of the field, shown in the card of a phone, which has no headings. */
  what?: string;
  children: ReactNode;
}

/** The value of a field (`children`), or "Unknown". */
export function IfKnown({ monitor, field, what, children }: IfKnownProps) {
  return isUnknown(monitor, field) ? <UnknownValue what={what} /> : children;
}

/** Stands for a value that is missing or cannot be understood. @param props.what see `IfKnown` */
export function UnknownValue({ what }: { what?: string | undefined }) {
  return (
    <span title="The API’s value is missing or doesn’t match its specification." className="text-ink-3">
      Unknown{what === undefined ? null : <span className="sm:hidden"> {what}</span>}
    </span>
  );
}
