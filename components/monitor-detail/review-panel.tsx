import { useQuery } from '@tanstack/react-query';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { useRequestContext } from '@/components/ui/use-request-context';
import { reviewQuery } from '@/lib/client/review-query';

/** The rules of the review that name a monitor; nothing while there are none, or they are not known. */
export function ReviewPanel({ uuid }: { uuid: string }) {
  const rules = useQuery(reviewQuery(useRequestContext(), uuid)).data?.body.data ?? [];
  if (rules.length === 0) return null;
  return (
    <Panel title="Review">
      <ul aria-label="Rules that name this monitor">
        {rules.map(({ rule, title, why, query }) => (
          <li key={rule} className="border-line px-4 py-2 not-last:border-b max-sm:px-3">
            <Link href={`/monitors?${query}`} className="font-medium text-ink hover:underline">
              {title}
            </Link>
            <p className="text-ink-2 text-sm">{why}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
