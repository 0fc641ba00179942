/**
 * Under this name a route handler says how its body is encoded. Next takes `Content-Encoding` out of what route handlers
 * answer (next/dist/server/send-response.js); the launcher puts it back (lib/launch/request-handler.ts).
 */
export const contentEncodingHeader = 'x-sightline-content-encoding';
