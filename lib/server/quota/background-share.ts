import 'server-only';

/** The share of the available requests that the background uses. The rest is for interactive requests and errors. */
export const BACKGROUND_SHARE = 0.8;
