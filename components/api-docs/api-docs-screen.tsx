import { Panel } from '@/components/ui/panel';
import type { JsonSchema, OpenApiDocument } from '@/lib/contract/openapi';
import { withBasePath } from '@/lib/text/base-path';
import { CodeBlock, RichText } from './code';
import { FieldsTable } from './fields-table';
import { OperationSection, type ShownOperation } from './operation-section';
import { SchemaSection } from './schema-section';

/** The page of the API: all operations by subject, then the schemas. It is complete without scripts. */
export function ApiDocsScreen({ document }: { document: OpenApiDocument }) {
  const { info, tags, components } = document;
  const entries = entriesOf(document);
  const [lead = '', ...paragraphs] = info.description.split('\n').filter((line) => line !== '');
  return (
    <main className="grid gap-4 px-4 py-4 max-sm:px-3">
      <header>
        <h1 className="font-semibold text-ink text-xl">API</h1>
        <p className="mt-1 text-ink-2">{lead}</p>
        <ul className="mt-2 max-w-prose list-disc space-y-1 pl-4 text-ink-2">
          {paragraphs.map((line) => (
            <li key={line}>
              <RichText text={line.replace(/^- /, '')} />
            </li>
          ))}
        </ul>
        <p className="mt-2 text-ink-2">
          For programs:{' '}
          <a href={withBasePath('/api/openapi.json')} className="text-accent underline underline-offset-2">
            the OpenAPI document
          </a>
          , version {info.version}.
        </p>
      </header>
      <Panel title="Contents">
        <nav aria-label="Contents" className="grid gap-x-6 gap-y-3 p-4 sm:grid-cols-2 xl:grid-cols-4">
          {tags.map(({ name }) => (
            <div key={name}>
              <p className="font-medium text-ink">{name}</p>
              <ul>
                {entries
                  .filter(({ operation }) => operation.tags.includes(name))
                  .map(({ path, operation }) => (
                    <li key={operation.operationId} className="flex flex-wrap items-baseline gap-x-2">
                      <a
                        href={`#${operation.operationId}`}
                        className="inline-block py-1 text-accent hover:underline"
                      >
                        {operation.summary}
                      </a>
                      <span className="pb-1 font-mono text-ink-3 text-xs [overflow-wrap:anywhere]">
                        {path}
                      </span>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
          <div>
            <p className="font-medium text-ink">Reference</p>
            <ul>
              {['Errors', 'Schemas'].map((title) => (
                <li key={title}>
                  <a
                    href={`#${title.toLowerCase()}`}
                    className="inline-block py-1 text-accent hover:underline"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </nav>
      </Panel>
      <Panel title="First request">
        <div className="space-y-2 p-4">
          <p className="text-ink-2">
            Whoever runs Sightline creates a token with <code>npm run create-token NAME</code> and adds the
            line that it prints to the file in SIGHTLINE_API_TOKENS_FILE. Without sign-in no token is needed.
          </p>
          <CodeBlock
            label="Example of a first request"
            text={`export SIGHTLINE=https://sightline.example.com\nexport TOKEN=sightline_…\ncurl -fsS -H "Authorization: Bearer $TOKEN" "$SIGHTLINE/api/monitors?condition=down"`}
          />
        </div>
      </Panel>
      {tags.map(({ name }) => (
        <Panel key={name} title={name}>
          <div className="divide-y divide-line">
            {entries
              .filter(({ operation }) => operation.tags.includes(name))
              .map((entry) => (
                <OperationSection key={entry.operation.operationId} {...entry} />
              ))}
          </div>
        </Panel>
      ))}
      <Panel title="Errors">
        <section id="errors" aria-label="Errors" className="scroll-mt-4 p-4">
          <FieldsTable
            caption="All but 431 have the same form, ErrorBody"
            fields={Object.entries(components.responses).map(([status, { description, content }]) => ({
              name: status,
              type: codesOf(content?.['application/json']?.schema).join(', '),
              description,
            }))}
          />
        </section>
      </Panel>
      <Panel title="Schemas">
        <div id="schemas" className="scroll-mt-12 divide-y divide-line">
          {Object.entries(components.schemas).map(([name, schema]) => (
            <SchemaSection key={name} name={name} schema={schema} />
          ))}
        </div>
      </Panel>
    </main>
  );
}

/** The values of `code` in an error of one status. */
function codesOf(schema: JsonSchema | undefined): string[] {
  return (schema?.allOf ?? []).flatMap(({ properties }) => properties?.code?.enum ?? []).map(String);
}

function entriesOf({ paths }: OpenApiDocument): ShownOperation[] {
  return Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get ? [{ method: 'get' as const, path, operation: get }] : []),
    ...(post ? [{ method: 'post' as const, path, operation: post }] : []),
  ]);
}
