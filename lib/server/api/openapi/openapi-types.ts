import 'server-only';

/** A JSON Schema (2020-12), as far as the document uses it by name. */
export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  items?: JsonSchema;
  allOf?: readonly JsonSchema[];
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  [keyword: string]: unknown;
}

export interface OpenApiParameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
  example: unknown;
}

type Reference = { $ref: string };

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, { schema: JsonSchema }>;
}

export interface OpenApiOperation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  /** Alternative credentials. An empty object: no credentials are needed. */
  security: readonly Record<string, readonly string[]>[];
  parameters: readonly OpenApiParameter[];
  requestBody?: { required: boolean; description: string; content: NonNullable<OpenApiResponse['content']> };
  /** By status, or `default`. */
  responses: Record<string, OpenApiResponse | Reference>;
}

/** An OpenAPI document (3.1), as far as Sightline uses the format. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: readonly { url: string; description: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Record<string, Partial<Record<'get' | 'post', OpenApiOperation>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    responses: Record<string, OpenApiResponse>;
    securitySchemes: Record<string, { type: string; description: string; [field: string]: string }>;
  };
}
