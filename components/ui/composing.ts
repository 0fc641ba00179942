/** The code of every key that an input method takes. */
const TAKEN = 229;

/**
 * Whether a key press belongs to an input method that is composing a text: its Enter accepts and its Escape drops what
 * is composed, and nothing else. Safari reports the press that ends the composition only after the end.
 */
export function isComposing(event: { nativeEvent: Pick<KeyboardEvent, 'isComposing' | 'keyCode'> }): boolean {
  return event.nativeEvent.isComposing || event.nativeEvent.keyCode === TAKEN;
}
