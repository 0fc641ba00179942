type Press = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'getModifierState'>;

/**
 * The tinykeys notation of a character that some keyboard layouts type with Shift, AltGr (which Windows
 * reports as Control and Alt) or Option. `isTyped` distinguishes these presses from chords.
 */
export function onAnyKeyboard(character: string): string {
  return `[Shift]+[Alt]+[Control]+${character}`;
}

/** Whether a press types a character: its modifiers are only Shift, AltGr or, on a Mac, Option. */
export function isTyped(event: Press, isMac: boolean): boolean {
  if (event.metaKey) return false;
  if (event.getModifierState('AltGraph')) return true;
  return !event.ctrlKey && (isMac || !event.altKey);
}

/** Whether this is an Apple device, whose Option key types characters. Only for the browser. */
export function isMac(): boolean {
  return /Mac|iP(od|hone|ad)/.test(navigator.platform);
}

/** The `keyCode` of keys that an input method handles. */
const IME_KEY_CODE = 229;

/**
 * Whether a key press belongs to the composition of an input method (IME), in which Enter accepts and Escape
 * cancels the composed text. Safari reports the press that ends a composition after its end, so `keyCode` is
 * also checked.
 */
export function isComposing(event: { nativeEvent: Pick<KeyboardEvent, 'isComposing' | 'keyCode'> }): boolean {
  return event.nativeEvent.isComposing || event.nativeEvent.keyCode === IME_KEY_CODE;
}
