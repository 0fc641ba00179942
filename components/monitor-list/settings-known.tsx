import { Link } from '@/components/ui/link';
import type { MonitorList } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';

type Known = MonitorList['meta']['settings'];

/** "Check settings known for 4,812 of 5,000" */
export function settingsKnown({ known, monitors }: Known): string {
  return `Check settings known for ${formatInteger(known)} of ${formatInteger(monitors)}`;
}

/** The same, with the page that says why no more are. */
export function SettingsKnown(settings: Known) {
  return (
    <Link
      href="/usage#settings"
      className="hover:underline max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
    >
      {settingsKnown(settings)}
    </Link>
  );
}
