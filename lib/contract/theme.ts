import { oneOf } from './one-of';

/** Kept in a cookie, so that the server's first HTML already has the right colours. */
export const themeCookie = 'sightline_theme';
export const themeSchema = oneOf(['system', 'light', 'dark']);
export type Theme = (typeof themeSchema.options)[number];
