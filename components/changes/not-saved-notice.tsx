import { HardDrive } from 'lucide-react';
import { Age } from '@/components/ui/age';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';

/** Says that what is observed cannot be saved; nothing when it can. @param props.since since when, ISO 8601 */
export function NotSavedNotice({ since }: { since: string | null }) {
  if (since === null) return null;
  return (
    <Notice tone="warning" icon={HardDrive}>
      <b className="font-semibold">Changes are not being saved.</b> Nothing has been saved for{' '}
      <Age iso={since} />.{' '}
      <Link href="/usage" className="underline underline-offset-2">
        See why
      </Link>
    </Notice>
  );
}
