import type { ReactNode } from 'react';

export interface Field {
  name: string;
  required?: boolean;
  type?: ReactNode;
  description: ReactNode;
}

const heading = 'pb-1.5 text-left font-medium text-ink-3 text-xs';

/** A table of parameters or fields. On a phone each row is a block. */
export function FieldsTable({ caption, fields }: { caption: string; fields: readonly Field[] }) {
  return (
    <table className="w-full max-sm:block">
      <caption className="pb-1 text-left font-medium text-ink max-sm:block">{caption}</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-line border-b">
          <th scope="col" className={`${heading} w-1/4`}>
            Name
          </th>
          <th scope="col" className={`${heading} w-1/4 px-3`}>
            Value
          </th>
          <th scope="col" className={heading}>
            Meaning
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {fields.map(({ name, required, type, description }) => (
          <tr key={name} className="border-line align-top not-last:border-b max-sm:block max-sm:py-1.5">
            <th scope="row" className="py-1.5 text-left font-normal max-sm:block max-sm:py-0">
              <code className="font-mono text-ink text-xs [overflow-wrap:anywhere]">{name}</code>
              {required ? <span className="text-ink-3 text-xs"> required</span> : null}
            </th>
            <td className="px-3 py-1.5 text-ink-2 [overflow-wrap:anywhere] max-sm:block max-sm:px-0 max-sm:py-0.5">
              {type}
            </td>
            <td className="py-1.5 text-ink-2 [overflow-wrap:anywhere] max-sm:block max-sm:py-0">
              {description}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
