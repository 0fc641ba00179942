/** What the tests use of oidc-provider, which brings no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Context {
    body: string;
    status: number;
    response: { get(header: string): string | undefined; remove(header: string): void };
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    /** A middleware of Koa, around the provider's own. */
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
  }
}
