import { TriangleAlert } from 'lucide-react';
import { PageTitle } from '@/components/layout/page-title';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { StatePanel } from '@/components/ui/state-panel';

/** Rendered on the server only, because every page brings the scripts of this one. */
export default function NotFound() {
  return (
    <main className="px-4 max-sm:px-3">
      <PageTitle name="Page not found" />
      <StatePanel
        icon={TriangleAlert}
        isError
        title="Page not found"
        actions={
          <Link href="/monitors" className={buttonClass()}>
            All monitors
          </Link>
        }
      >
        <p className="text-ink">Sightline has no page at this address. The link may be old, or mistyped.</p>
      </StatePanel>
    </main>
  );
}
