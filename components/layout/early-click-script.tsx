import { watchEarlyClicks } from './early-click';

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
