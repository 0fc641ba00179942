/**
 * Waits for something on somebody's behalf: calls back once when they go elsewhere meanwhile, with the pointer, the
 * focus or Escape, or by typing into a field.
 *
 * @param home where they are while they wait: what happens in it is not going elsewhere; null for nowhere in particular
 * @returns ends the wait
 */
export function untilMovedOn(home: Element | null, onMovedOn: () => void): () => void {
  const ending = new AbortController();
  const end = () => ending.abort();
  const onEvent = (event: Event) => {
    if (event.target instanceof Node && home?.contains(event.target)) return;
    end();
    onMovedOn();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.repeat) return;
    if (event.key === 'Escape') {
      end();
      onMovedOn();
    } else if (event.target instanceof Element && event.target.matches('input, textarea, select')) {
      onEvent(event);
    }
  };
  const options = { capture: true, signal: ending.signal };
  document.addEventListener('pointerdown', onEvent, options);
  // Without a home the focus may still be on its way back from where they asked, as from a palette that closes.
  if (home !== null) document.addEventListener('focusin', onEvent, options);
  document.addEventListener('keydown', onKey, options);
  return end;
}
