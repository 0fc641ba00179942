import { TriangleAlert } from 'lucide-react';
import { explainError } from '@/components/errors/explain-error';
import { PageTitle } from '@/components/layout/page-title';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { StatePanel } from '@/components/ui/state-panel';

const code = 'not_found';

/** Rendered on the server only, because every page brings the scripts of this one. */
export default function NotFound() {
  const { title, meaning, steps } = explainError({ code });
  return (
    <main className="px-4 max-sm:px-3">
      <PageTitle name="Page not found" />
      <StatePanel
        icon={TriangleAlert}
        isError
        title={title}
        actions={
          <Link href="/monitors" className={`${buttonClass()} hover:border-line-strong hover:text-ink`}>
            All monitors
          </Link>
        }
      >
        <p className="text-ink">{meaning}</p>
        <p>{steps}</p>
        <p className="font-mono text-ink-3 text-xs">{code}</p>
      </StatePanel>
    </main>
  );
}
