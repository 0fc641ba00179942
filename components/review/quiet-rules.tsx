import type { ReviewedRule } from '@/lib/contract/review';
import { quietMessage, unknownMessage } from './review-messages';

/** The rules that name no monitor, folded. */
export function QuietRules({ rules }: { rules: readonly ReviewedRule[] }) {
  return (
    <details className="rounded-lg border border-line bg-surface px-4 py-2 max-sm:px-3">
      <summary className="w-fit py-1 text-ink-2 hover:text-ink">{quietMessage(rules)}</summary>
      <ul aria-label="Rules that name no monitor">
        {rules.map((rule) => (
          <li key={rule.rule} className="flex flex-wrap gap-x-4 border-line py-1.5 not-last:border-b">
            <span className="min-w-0 flex-1 basis-60">
              {rule.title}
              <span className="block text-ink-3 text-xs">{rule.why}</span>
            </span>
            <span className="text-ink-3 text-xs">{unknownMessage(rule) ?? 'All well'}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
