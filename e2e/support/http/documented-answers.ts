import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { z } from 'zod';

const reference = z.object({ $ref: z.string() });
const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));
const response = z.object({
  headers: z.record(z.string(), reference).default({}),
  content: content.default({}),
});
const operation = z.object({ responses: z.record(z.string(), z.union([reference, response])) });
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    headers: z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) })),
    responses: z.record(z.string(), response),
  }),
});

/** An answer of the product. */
interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Compares answers with the OpenAPI document of the product. */
export interface DocumentedAnswers {
  /**
   * Fails unless status, headers and body are as the operation describes. HEAD is compared with GET, without a body.
   */
  expectDocumented(method: string, path: string, answer: Answer): void;
  /** Returns the documented statuses below 500 that no answer has had yet: "get /api/usage 304". */
  unseen(): string[];
}

/** Headers that every operation may send. */
const general =
  /^(cache-control|connection|content-(encoding|length|type|security-policy)|cross-origin-resource-policy|date|keep-alive|referrer-policy|server-timing|transfer-encoding|vary|x-content-type-options|x-(quota|ratelimit)-[a-z-]+|x-request-id)$/;
/** Documented headers that a response may lack: for some bodies, or some failures. */
const optional = /^(retry-after|sightline-missing|www-authenticate|allow)$/;

const anySchema = z.record(z.string(), z.unknown());
/** Makes a schema's references absolute: they then begin with the name of the document. @returns its text */
const absolute = (schema: unknown) =>
  JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');

/** @param text the document */
export function documentedAnswers(text: string): DocumentedAnswers {
  const document = documentSchema.parse(JSON.parse(text));
  const ajv = new Ajv2020({ allowUnionTypes: true });
  addFormats(ajv);
  ajv.addVocabulary(['components']);
  const { schemas } = document.components;
  ajv.addSchema(JSON.parse(absolute({ components: { schemas: closed(schemas) } })), 'api', false, false);
  const seen = new Set<string>();

  function responseOf(method: string, path: string, status: number): z.infer<typeof response> {
    const { responses = {} } = document.paths[path]?.[method] ?? {};
    const name = responses[status] === undefined ? `${Math.floor(status / 100)}XX` : String(status);
    const found = responses[name];
    if (found === undefined) throw new Error(`${status} of ${method} ${path} is not documented.`);
    seen.add(`${method} ${path} ${name}`);
    if (!('$ref' in found)) return found;
    return response.parse(document.components.responses[found.$ref.replace('#/components/responses/', '')]);
  }

  return {
    expectDocumented(sentMethod, path, answer) {
      const method = sentMethod === 'HEAD' ? 'get' : sentMethod.toLowerCase();
      const what = `${answer.status} of ${sentMethod} ${path}`;
      const documented = responseOf(method, path, answer.status);
      const names = Object.keys(documented.headers).map((name) => name.toLowerCase());
      for (const name of answer.headers.keys()) {
        if (!general.test(name)) expect(names, `${what}: the header ${name} is documented`).toContain(name);
      }
      for (const name of names.filter((one) => !optional.test(one))) {
        expect(answer.headers.has(name), `${what} has the header ${name}`).toBe(true);
      }
      for (const [name, { $ref }] of Object.entries(documented.headers)) {
        const value = answer.headers.get(name);
        const { schema } = document.components.headers[$ref.replace('#/components/headers/', '')] ?? {};
        if (value === null || schema === undefined) continue;
        const meant = schema.type === 'integer' ? Number(value) : value;
        expect(ajv.validate(schema, meant), `${what}: ${name} ${value}`).toBe(true);
      }
      if (sentMethod === 'HEAD' || answer.status === 304) {
        expect(answer.text).toBe('');
        return;
      }
      const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
      const { schema } = documented.content[type] ?? {};
      if (schema === undefined) throw new Error(`${what}: ${type} is not documented.`);
      const body: unknown = type === 'application/json' ? JSON.parse(answer.text) : answer.text;
      const strict = anySchema.parse(closed(JSON.parse(absolute(schema))));
      const isValid = ajv.validate(strict, body);
      expect(isValid, `${what}: ${ajv.errorsText()} in ${answer.text.slice(0, 300)}`).toBe(true);
    },
    unseen: () =>
      Object.entries(document.paths)
        .flatMap(([path, methods]) =>
          Object.entries(methods).flatMap(([method, { responses }]) =>
            Object.keys(responses).map((status) => `${method} ${path} ${status}`),
          ),
        )
        .filter((one) => !/ 5..$/.test(one) && !seen.has(one)),
  };
}

/** Returns a schema that allows no undocumented fields. */
function closed(schema: unknown, isPart = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => closed(one, isPart));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value, key === 'allOf')]);
  // A part of `allOf` describes only some of the fields.
  const isOpen = isPart || !('type' in schema && 'properties' in schema) || 'additionalProperties' in schema;
  return Object.fromEntries(isOpen ? entries : [...entries, ['additionalProperties', false]]);
}

/** What an operation requires besides its path. */
export const requiredQueries: Readonly<Record<string, string>> = {
  '/api/monitors/export': 'format=json',
  '/api/changes/export': 'format=csv',
  '/api/report/export': 'format=json',
};
