/** Clicks once more, now that React listens there, what somebody clicked before (ADR 0016). */
export function replayEarlyClick(): void {
  const button = window.earlyClick?.take();
  // Not within the commit: what a click changes may not be rendered there.
  if (button) setTimeout(() => button.click());
}
