import type { HostileProvider } from '../../../e2e/support/hostile/hostile-provider.ts';
import { oidcSettings } from './access-config.fixtures.ts';
import type { OidcAccess } from './access-config.ts';
import { createOidc } from './oidc.ts';

/** Signs in with what the provider answers to the browser. */
export async function signInWith(oidc: ReturnType<typeof createOidc>) {
  const begun = await oidc.begin('/');
  if ('refusal' in begun) return begun;
  const back = await fetch(begun.url, { redirect: 'manual' });
  return oidc.finish(new URL(back.headers.get('Location') ?? '').search, begun.pending);
}

/** Signs in at a provider that lies. @returns the session's user, or the refusal, and what was reported for the log */
export async function signInAt(
  provider: HostileProvider,
  settings: Partial<OidcAccess>,
  lie: Parameters<HostileProvider['lie']>[0],
) {
  const reasons: [refusal: string, reason: string][] = [];
  const report = (refusal: string, reason: string) => void reasons.push([refusal, reason]);
  const access = { ...oidcSettings(provider.issuer), ...settings };
  const oidc = createOidc(access, { clock: { now: () => Date.now() }, report });
  provider.lie(lie);
  return { ...(await signInWith(oidc)), oidc, reasons };
}
