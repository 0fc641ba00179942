/**
 * An inline script that records early clicks. It must precede all buttons in the document.
 *
 * @param props.nonce of this request's content security policy; undefined without one
 */
export function EarlyClickScript({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce attribute from scripts, so hydration would report a mismatch.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a function of this file.
      dangerouslySetInnerHTML={{ __html: `(${watchEarlyClicks})(window)` }}
    />
  );
}

/** The interface of the inline script: clicks that happened before React could handle them. */
export interface EarlyClick {
  /**
   * Called when the page is hydrated, and again for each lazily loaded part (`LazyPart`).
   *
   * @returns the last clicked button whose click was not handled; null when the last click was elsewhere,
   *   when React is about to handle it, or when the button's part is still loading (then the click is kept
   *   for that part)
   */
  take(): HTMLElement | null;
}

declare global {
  interface Window {
    earlyClick?: EarlyClick;
  }
}

/**
 * Records the last click on a button until `take` is called, and after that only clicks in parts that are
 * still loading. It is serialized into an inline script, so it must not reference anything outside of itself.
 */
export function watchEarlyClicks(page: EventTarget & { earlyClick?: EarlyClick }): void {
  let last: { event: Event; button: HTMLElement } | null = null;
  let isHydrated = false;
  const isLoading = (button: HTMLElement) => button.closest('[data-loading]') !== null;
  page.addEventListener(
    'click',
    (event) => {
      // Submit buttons are excluded, because the browser submits forms without scripts.
      const button =
        event.target instanceof Element
          ? event.target.closest<HTMLElement>('button:not(form [type=submit])')
          : null;
      last = button && (!isHydrated || isLoading(button)) ? { event, button } : null;
    },
    true,
  );
  page.earlyClick = {
    take() {
      isHydrated = true;
      const early = last;
      if (early === null || isLoading(early.button)) return null;
      last = null;
      // React hydrates synchronously for a click that it has captured and then dispatches it. Such an event
      // is still being dispatched (eventPhase is not 0).
      return early.event.eventPhase === 0 && early.button.isConnected ? early.button : null;
    },
  };
}
