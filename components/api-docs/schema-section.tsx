import type { JsonSchema } from '@/lib/contract/openapi';
import { schemaName, typeLabel } from './describe-schema';
import { type Field, FieldsTable } from './fields-table';

/** A schema of the document: its fields, those of objects within it by their paths. */
export function SchemaSection({ name, schema }: { name: string; schema: JsonSchema }) {
  return (
    <section id={`schema-${name}`} aria-labelledby={`schema-${name}-title`} className="scroll-mt-4 p-4">
      <h3 id={`schema-${name}-title`} className="font-semibold text-ink text-md">
        {name}
      </h3>
      <p className="mt-1 mb-3 max-w-prose text-ink-2">{schema.description}</p>
      <FieldsTable caption="Fields" fields={fieldsOf(schema, '')} />
    </section>
  );
}

/** Returns the fields of an object and of those within it. @param prefix the path of the object */
function fieldsOf(schema: JsonSchema, prefix: string): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const row: Field = {
      name: path,
      type: <FieldType schema={field} isOptional={!(schema.required ?? []).includes(name)} />,
      description: field.description ?? '',
    };
    const inner = objectIn(field);
    return [row, ...(inner === null ? [] : fieldsOf(inner, `${path}${field.type === 'array' ? '[]' : ''}.`))];
  });
}

/** Returns the object that a field contains, also in a list or beside null; null when it contains none. */
function objectIn(schema: JsonSchema): JsonSchema | null {
  const alternatives = schema.anyOf ?? [schema.items ?? schema];
  return alternatives.find(({ properties }) => properties !== undefined) ?? null;
}

function FieldType({ schema, isOptional }: { schema: JsonSchema; isOptional: boolean }) {
  const alternatives = schema.anyOf ?? [schema.items ?? schema];
  const named = alternatives.map(schemaName).find((name) => name !== null);
  const label = typeLabel(schema);
  return (
    <>
      {named === undefined ? (
        label
      ) : (
        <a href={`#schema-${named}`} className="text-accent underline underline-offset-2">
          {label}
        </a>
      )}
      {isOptional ? <span className="block text-ink-3 text-xs">may be absent</span> : null}
    </>
  );
}
