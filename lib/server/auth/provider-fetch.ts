import 'server-only';
import type { CustomFetch } from 'openid-client';
import { fetch as fetchThrough, ProxyAgent } from 'undici';

/**
 * Returns the `fetch` for requests to the OpenID provider. It uses the forward proxy if one is configured.
 *
 * @param proxyFor returns the proxy for a URL; null: none
 */
export function createProviderFetch(proxyFor: (url: URL) => URL | null): CustomFetch {
  return async (url, { method, headers, redirect, signal = null, body }) => {
    // The library sends nothing but forms.
    const form = body === null || body === undefined ? null : String(body);
    const request = { method, headers, redirect, body: form, signal };
    const proxy = proxyFor(new URL(url));
    if (proxy === null) return fetch(url, request);
    // A sign-in is rare: its connection is not kept.
    const dispatcher = new ProxyAgent(proxy.href);
    try {
      const response = await fetchThrough(url, { ...request, dispatcher });
      const init = { status: response.status, headers: [...response.headers] };
      // The library expects the platform's own class.
      return new Response(await response.arrayBuffer(), init);
    } finally {
      // `close` would wait for a proxy that never answers, also after the signal.
      await dispatcher.destroy();
    }
  };
}
