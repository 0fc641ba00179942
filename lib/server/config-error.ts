import 'server-only';

/** Invalid configuration. The message is one sentence that names the variable and the fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
