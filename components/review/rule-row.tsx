import { Download } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PopupButton } from '@/components/ui/on-demand';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import type { InventoryState } from '@/lib/contract/responses';
import type { ReviewedRule } from '@/lib/contract/review';
import { formatInteger } from '@/lib/text/format';
import { monitorsMessage, unknownMessage } from './review-messages';

const loadExport = () => import('@/components/monitor-list/export-panel').then((file) => file.ExportPanel);

export function RuleRow({ rule, inventory }: { rule: ReviewedRule; inventory: InventoryState }) {
  const { title, why, count, query } = rule;
  const unknown = unknownMessage(rule);
  return (
    <li className="relative grid grid-cols-[56px_minmax(0,1fr)_auto] items-baseline gap-x-4 border-line px-4 py-2 not-last:border-b hover:bg-raised max-sm:grid-cols-[36px_minmax(0,1fr)_auto] max-sm:gap-x-2.5 max-sm:px-3">
      <span aria-hidden className="text-right font-semibold text-ink text-md tabular-nums">
        {formatInteger(count)}
      </span>
      <div className="min-w-0">
        <Link
          href={`/monitors?${query}`}
          data-row=""
          className="scroll-mt-24 scroll-mb-4 font-medium text-ink after:absolute after:inset-0 hover:underline"
        >
          {title}
          <span className="sr-only">: {monitorsMessage(count)}</span>
        </Link>
        <p className="text-ink-2 text-sm">
          {why}
          {unknown === null ? null : <span className="block text-ink-3 text-xs">{unknown}.</span>}
        </p>
      </div>
      <PopupButton
        kind="menu"
        load={loadExport}
        panel={{
          query: parseMonitorsUrl(new URLSearchParams(query)).query,
          total: count,
          inventory,
        }}
        aria-label={`Export: ${title}`}
        title="Export these monitors as CSV or JSON"
        className={`${buttonClass('ghost', true)} relative self-center`}
      >
        <Download />
      </PopupButton>
    </li>
  );
}
