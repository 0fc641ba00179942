import type { OpenApiOperation } from '@/lib/contract/openapi';

/** Returns a command that calls an operation, with the variables $SIGHTLINE (its URL) and $TOKEN. */
export function curlExample(method: 'get' | 'post', path: string, operation: OpenApiOperation): string {
  const { parameters, security } = operation;
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
    ...(method === 'post' ? ['-X POST', "-H 'Sightline-Refresh: 60'"] : []),
    ...credentials,
    `"$SIGHTLINE${inPath}${query === '' ? '' : `?${query}`}"`,
  ].join(' ');
}
