/** Spaces, controls, and characters that draw nothing, such as the Hangul filler and the blank of Braille. */
const invisible = /^[\p{White_Space}\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** A monitor's name, or null when there is nothing of it to see. */
export function visibleName(name: string): string | null {
  return invisible.test(name) ? null : name;
}
