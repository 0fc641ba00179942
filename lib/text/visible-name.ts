/**
 * White space, control characters, and invisible characters such as the Hangul filler and the Braille blank.
 */
const invisible = /^[\p{White_Space}\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** A name or another text of the API; null if it has only invisible characters. */
export function visibleName(name: string): string | null {
  return invisible.test(name) ? null : name;
}
