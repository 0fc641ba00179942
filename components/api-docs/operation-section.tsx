import type { JsonSchema, OpenApiOperation } from '@/lib/contract/openapi';
import { CodeBlock } from './code';
import { limitsLabel, schemaName, typeLabel } from './describe-schema';
import { FieldsTable } from './fields-table';

export interface ShownOperation {
  method: 'get' | 'post';
  path: string;
  operation: OpenApiOperation;
}

export function OperationSection({ method, path, operation }: ShownOperation) {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  // A reference is an error that several operations share. Shared errors are described in one place.
  const own = Object.entries(responses).flatMap(([status, response]) =>
    '$ref' in response ? [] : [[status, response] as const],
  );
  const errors = Object.keys(responses).filter((status) => own.every(([one]) => one !== status));
  const examples = Object.values(own[0]?.[1].content ?? {}).flatMap(({ example }) => example ?? []);
  return (
    <section id={operationId} aria-labelledby={`${operationId}-title`} className="scroll-mt-4 p-4">
      <h3 id={`${operationId}-title`} className="font-semibold text-ink text-md [overflow-wrap:anywhere]">
        <code className="font-mono text-sm">
          <span className="text-accent">{method.toUpperCase()}</span> {path}
        </code>
        <span className="block">{summary}</span>
      </h3>
      <p className="mt-1 max-w-prose text-ink-2">
        {description} {whoMayCall(operation)}
      </p>
      <div className="mt-3 grid gap-4">
        {parameters.length === 0 ? null : (
          <FieldsTable
            caption="Parameters"
            fields={parameters.map((parameter) => ({
              name: parameter.name,
              required: parameter.required,
              type: <Value schema={parameter.schema} place={parameter.in} />,
              description: parameter.description,
            }))}
          />
        )}
        {requestBody === undefined ? null : (
          <FieldsTable
            caption="Body"
            fields={Object.keys(requestBody.content).map((type) => ({
              name: type,
              description: requestBody.description,
            }))}
          />
        )}
        <FieldsTable
          caption="Responses"
          fields={own.map(([status, { description: meaning, content = {} }]) => ({
            name: status,
            type: Object.entries(content).map(([type, { schema }]) => (
              <span key={type} className="block">
                {type} <SchemaLink schema={schema} />
              </span>
            )),
            description: meaning,
          }))}
        />
        <p className="text-ink-2">
          <a href="#errors" className="text-accent underline underline-offset-2">
            Errors
          </a>
          : {errors.join(', ')}
        </p>
        <CodeBlock label={`Example of ${operationId}`} text={curlExample(method, path, operation)} />
        {examples.map((example) => (
          <details key={operationId}>
            <summary className="cursor-default text-ink-2">Example of a response</summary>
            <div className="mt-2">
              <CodeBlock
                label={`Response of ${operationId}`}
                text={typeof example === 'string' ? example : JSON.stringify(example, null, 2)}
              />
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}

function Value({ schema, place }: { schema: JsonSchema; place: string }) {
  const limits = limitsLabel(schema);
  return (
    <>
      {typeLabel(schema)}
      {limits === '' ? null : <span className="block text-ink-3 text-xs">{limits}</span>}
      {place === 'query' ? null : <span className="block text-ink-3 text-xs">in the {place}</span>}
    </>
  );
}

/** The name of a schema, which leads to its description. */
function SchemaLink({ schema }: { schema: JsonSchema }) {
  const [main = schema] = schema.allOf ?? [];
  const name = schemaName(schema.items ?? main);
  if (name === null) return null;
  return (
    <a href={`#schema-${name}`} className="text-accent underline underline-offset-2">
      {typeLabel(schema.type === 'array' ? schema : main)}
    </a>
  );
}

function whoMayCall({ security }: OpenApiOperation): string {
  const schemes = security.flatMap((alternative) => Object.keys(alternative));
  if (security.some((alternative) => Object.keys(alternative).length === 0)) return 'Open to everyone.';
  if (schemes.includes('metricsToken')) return '';
  return schemes.includes('token') ? 'For users and for tokens.' : 'For users only.';
}

/** Returns a command that calls an operation, with the variables $SIGHTLINE (its URL) and $TOKEN. */
function curlExample(method: 'get' | 'post', path: string, operation: OpenApiOperation): string {
  const { parameters, requestBody, security } = operation;
  const inPath = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
      path,
    );
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join('&');
  const schemes = security.flatMap((alternative) => Object.keys(alternative));
  const credentials = schemes.includes('token')
    ? ['-H "Authorization: Bearer $TOKEN"']
    : schemes.includes('metricsToken')
      ? ['-H "Authorization: Bearer $METRICS_TOKEN"']
      : ['-b "$SESSION_COOKIE"'];
  return [
    'curl -fsS',
    ...(method === 'post' && requestBody === undefined ? ['-X POST'] : []),
    ...(method === 'post' && !schemes.includes('token') ? ["-H 'Sightline-Refresh: 60'"] : []),
    ...credentials,
    ...(requestBody === undefined ? [] : ['--data-binary @list.txt']),
    `"$SIGHTLINE${inPath}${query === '' ? '' : `?${query}`}"`,
  ].join(' ');
}
