'use client';

import { CircleHelp } from 'lucide';
import { Button } from '@/components/ui/button';
import { monitorTypes } from '@/lib/contract/vocabulary';
import { EmptyPicture } from './empty-picture';
import type { MonitorsView } from './use-monitors-url';

/** A type that no monitor has and that the API does not know, as a mistyped link has it: named, and taken away by one press. */
export function RefusedFilter({ types, view }: { types: readonly string[]; view: MonitorsView }) {
  const named = types.map((type) => `“${type}”`).join(', ');
  return (
    <EmptyPicture
      icon={CircleHelp}
      title={`There is no type ${named}`}
      text={`No monitor has it, and the API knows ${monitorTypes.join(', ')} only. Perhaps the address was mistyped.`}
    >
      {types.map((type) => (
        <Button key={type} onClick={() => view.choose('type', type, null)}>
          Drop type “{type}”
        </Button>
      ))}
    </EmptyPicture>
  );
}
