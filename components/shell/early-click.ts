/** What the page's first script knows of clicks before React listens. */
export interface EarlyClick {
  /**
   * Asked once by each part of the page when it is hydrated.
   *
   * @param late the part that is hydrated by itself, an element with `data-late`; null for all the rest of the page
   * @returns the button in it that was clicked last and not heard, once; null when the last click was elsewhere, or when
   *   React is about to hear it
   */
  take(late: Element | null): HTMLElement | null;
}

declare global {
  interface Window {
    earlyClick?: EarlyClick;
  }
}

/**
 * Remembers the last click on a button until it is taken. It runs as the text of an inline script, before anything else
 * of ours is there: it can use nothing from outside of itself.
 */
export function watchEarlyClicks(page: EventTarget & { earlyClick?: EarlyClick }): void {
  let last: { event: Event; button: HTMLElement } | null = null;
  page.addEventListener(
    'click',
    (event: Event) => {
      // What sends a form is no matter of scripts: the browser has sent it.
      const button =
        event.target instanceof Element
          ? event.target.closest<HTMLElement>('button:not(form [type=submit])')
          : null;
      last = button && { event, button };
    },
    true,
  );
  page.earlyClick = {
    take(late) {
      if (last === null || last.button.closest('[data-late]') !== late) return null;
      const { event, button } = last;
      last = null;
      // React hydrates at once for a click that it has heard, and delivers it then: such an event is still under way.
      return event.eventPhase === 0 && button.isConnected ? button : null;
    },
  };
}
