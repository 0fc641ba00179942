import 'server-only';

/** The configuration cannot be used. The message is one sentence that names the variable and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
