/** Characters before the first right-to-left script, which are written from left to right or have no direction. */
const leftToRight = /^[^\u0590-\u{10FFFF}]*$/u;

/** The characters that begin and end isolates. */
const isolates = /[\u2066-\u2069]/g;

/**
 * Encloses a text, so that its right-to-left letters and direction controls do not affect the text around it. For plain
 * strings; elements have `<bdi>`.
 */
export function isolated(text: string): string {
  // Unpaired, they would end the isolate early or keep it open.
  return leftToRight.test(text) ? text : `\u2068${text.replaceAll(isolates, '')}\u2069`;
}
