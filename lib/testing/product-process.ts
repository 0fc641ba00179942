import { join } from 'node:path';
import { type Launched, launch, root } from './processes.ts';

/** The built product in a process of its own, reading such an upstream. Nobody signs in. @param directory its data directory */
export function launchProduct(options: {
  upstream: { baseUrl: URL; apiKey: string };
  directory: string;
  env?: Record<string, string>;
}): Launched {
  const { upstream, directory, env } = options;
  return launch([join(root, 'lib/launch/main.ts'), 'start'], {
    cwd: root,
    env: {
      HOSTNAME: '127.0.0.1',
      PORT: '0',
      MONITOR_API_BASE_URL: upstream.baseUrl.href,
      MONITOR_API_KEY: upstream.apiKey,
      SIGHTLINE_AUTH: 'none',
      SIGHTLINE_DATA_DIR: directory,
      SIGHTLINE_LOG_LEVEL: 'warn',
      ...env,
    },
    pattern: /Sightline is at (http:\S+)/,
  });
}
