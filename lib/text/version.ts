/** The version of Sightline: that of package.json, which Next inserts here when it builds (next.config.mjs). */
export const version = process.env.SIGHTLINE_VERSION ?? 'unknown';
