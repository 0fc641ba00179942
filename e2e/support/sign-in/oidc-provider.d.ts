/** The parts of oidc-provider that the tests use; the package has no types. */
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
    /** Adds a Koa middleware around the provider's own. */
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
  }
}
