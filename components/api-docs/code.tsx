import { createElement, Fragment, type ReactNode } from 'react';

/** A block of code that scrolls by itself when it is wider than the page. @param props.label what it is, for screen readers */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: only a focused element can be scrolled by keyboard.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-md bg-raised px-3 py-2">
      <pre className="font-mono text-ink text-xs">{text}</pre>
    </section>
  );
}

/** A text in which parts between backticks are code and parts between two asterisks are bold, as in Markdown. */
export function RichText({ text }: { text: string }) {
  return createElement(Fragment, null, ...text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(renderPart));
}

function renderPart(part: string): ReactNode {
  if (part.startsWith('`')) return <code className="font-mono text-xs">{part.slice(1, -1)}</code>;
  if (part.startsWith('**')) return <strong className="font-semibold text-ink">{part.slice(2, -2)}</strong>;
  return part;
}
