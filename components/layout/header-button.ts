/** The class names of what stands in the header and opens something, but for its width. */
export const headerButton =
  'inline-flex h-[26px] shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border border-line bg-surface text-ink-2 text-xs transition-colors duration-100 hover:border-line-strong hover:text-ink data-popup-open:border-line-strong';
