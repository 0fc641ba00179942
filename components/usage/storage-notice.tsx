import { HardDrive } from 'lucide-react';
import { Age } from '@/components/ui/instant';
import { Notice } from '@/components/ui/notice';
import type { Storage } from '@/lib/contract/usage';

/** What is the matter, and what the operator can do. */
const words = {
  full: ['The disk is full.', 'Make room: it is tried again by itself.'],
  read_only: [
    'The data directory cannot be written.',
    'Look at SIGHTLINE_DATA_DIR and its rights, then start Sightline anew.',
  ],
  in_use: [
    'Another process has the data directory.',
    'Give each Sightline one of its own, or end the other, then start this one anew.',
  ],
  other: ['The data file cannot be used.', 'The log of the server says why.'],
} as const;

/** Says when what is read is not kept for the next start: nothing is missing now, but would be after a restart. */
export function StorageNotice({ storage: { problem, since, set_aside } }: { storage: Storage }) {
  if (problem !== null) {
    const [what, wayOut] = words[problem];
    return (
      <Notice tone="near" icon={HardDrive}>
        <b className="font-semibold">{what}</b> Sightline goes on from memory
        {since && (
          <>
            ; what it reads has not been kept for <Age iso={since} />
          </>
        )}
        . {wayOut}
      </Notice>
    );
  }
  if (!set_aside) return null;
  return (
    <Notice tone="near" icon={HardDrive}>
      <b className="font-semibold">The data file was damaged, or of another version.</b> It was set aside at
      the start and a new one begun. All is read anew; the file can be deleted.
    </Notice>
  );
}
