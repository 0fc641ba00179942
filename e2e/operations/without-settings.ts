import { neutralEnvironment } from '../support/products/product.ts';
import { type LaunchedServer, launchServer } from '../support/products/server-process.ts';

/** Starts a product without any settings, which serves a page that says what to set. */
export function launchWithoutSettings(): LaunchedServer {
  return launchServer(['lib/launch/main.ts', 'start'], {
    env: { ...neutralEnvironment(), PORT: '0' },
    pattern: /MONITOR_API_BASE_URL is not set\. Open (http:\/\/\S+) to see/,
  });
}
