import * as z from 'zod/mini';

/** Kept in a cookie, so that the server's first HTML already has the right colours. */
export const themeCookie = 'sightline_theme';
export const themeSchema = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;
