type Press = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'getModifierState'>;

/**
 * The notation, for tinykeys, of a character that is pressed with other keys on other keyboards: with Shift, AltGr
 * (which Windows reports as Control and Alt) or Option. `isTyped` tells these presses from real chords.
 */
export function onAnyKeyboard(character: string): string {
  return `[Shift]+[Alt]+[Control]+${character}`;
}

/** Whether a press types a character: the keys held beside it are Shift, AltGr or, on a Mac, Option. */
export function isTyped(event: Press, isMac: boolean): boolean {
  if (event.metaKey) return false;
  if (event.getModifierState('AltGraph')) return true;
  return !event.ctrlKey && (isMac || !event.altKey);
}

/** Whether this is a keyboard of Apple's, whose Option key types characters. Only in the browser. */
export function isMac(): boolean {
  return /Mac|iP(od|hone|ad)/.test(navigator.platform);
}

/** The code of every key that an input method takes. */
const TAKEN = 229;

/**
 * Whether a key press belongs to an input method that is composing a text: its Enter accepts and its Escape drops what
 * is composed, and nothing else. Safari reports the press that ends the composition only after the end.
 */
export function isComposing(event: { nativeEvent: Pick<KeyboardEvent, 'isComposing' | 'keyCode'> }): boolean {
  return event.nativeEvent.isComposing || event.nativeEvent.keyCode === TAKEN;
}
