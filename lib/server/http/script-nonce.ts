import 'server-only';
import { headers } from 'next/headers';

/** The nonce that an inline script of this page needs; the launcher hands it over in the request. */
export async function scriptNonce(): Promise<string | undefined> {
  const policy = (await headers()).get('content-security-policy') ?? '';
  return /script-src 'nonce-([\w+/]+=*)'/.exec(policy)?.[1];
}
