import 'server-only';
import { headers } from 'next/headers';

/** Returns the nonce for inline scripts of this page. The launcher passes it on in a request header. */
export async function scriptNonce(): Promise<string | undefined> {
  const policy = (await headers()).get('content-security-policy') ?? '';
  return /script-src 'nonce-([\w+/]+=*)'/.exec(policy)?.[1];
}
