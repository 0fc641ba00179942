/** Repeats a click that happened before hydration, now that React handles it (ADR 0016). */
export function replayEarlyClick(): void {
  const button = window.earlyClick?.take();
  // Asynchronously, because a click handler must not change state during the commit.
  if (button) setTimeout(() => button.click());
}
