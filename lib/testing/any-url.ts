import fc from 'fast-check';
import { anyCharacter } from './any-character.ts';

/** The URL of a page. Unlike `fc.webUrl` it builds no table of all characters. */
export const anyUrl = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.webAuthority(),
    fc.array(fc.string({ unit: anyCharacter }).map(encodeURIComponent), { maxLength: 4 }),
  )
  .map(([scheme, authority, segments]) => `${scheme}://${[authority, ...segments].join('/')}`);
