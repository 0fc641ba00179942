/**
 * Stands before all that can be clicked. @param nonce of this request's content security policy; undefined without one
 */
export function EarlyClickScript({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce from scripts, so it differs from what React compares it with.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a function of our own.
      dangerouslySetInnerHTML={{ __html: `(${watchEarlyClicks})(window)` }}
    />
  );
}

/** What the page's first script knows of clicks before React listens. */
export interface EarlyClick {
  /**
   * Called when the page is hydrated, and again for each part of it that was loaded by itself (`LazyPart`).
   *
   * @returns the button that was clicked last and not heard; null when the last click was elsewhere, when React is about
   *   to hear it, or when the button's part is still being loaded: then it is kept for that part
   */
  take(): HTMLElement | null;
}

declare global {
  interface Window {
    earlyClick?: EarlyClick;
  }
}

/**
 * Remembers the last click on a button until `take` is called, and after that those in parts that are still being loaded.
 * It runs as the text of an inline script, before anything else of ours is there: it can use nothing from outside of itself.
 */
export function watchEarlyClicks(page: EventTarget & { earlyClick?: EarlyClick }): void {
  let last: { event: Event; button: HTMLElement } | null = null;
  let isHydrated = false;
  const isLoading = (button: HTMLElement) => button.closest('[data-loading]') !== null;
  page.addEventListener(
    'click',
    (event) => {
      // A button that sends a form needs no script: the browser has sent it.
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
      // React hydrates at once for a click that it has heard, and delivers it then: such an event is still under way.
      return early.event.eventPhase === 0 && early.button.isConnected ? early.button : null;
    },
  };
}
