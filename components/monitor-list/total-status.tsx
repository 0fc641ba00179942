import { useState } from 'react';
import { formatInteger } from '@/lib/format';

interface TotalStatusProps {
  total: number;
  isFiltered: boolean;
  /** The number is the one before the last change of filters: then it says nothing yet. */
  isOld: boolean;
}

/** Tells a screen reader how many monitors there are after each change of filters; the eye sees it in the pager. */
export function TotalStatus({ total, isFiltered, isOld }: TotalStatusProps) {
  const words = `${formatInteger(total)} ${total === 1 ? 'monitor' : 'monitors'}${isFiltered ? ' found' : ''}`;
  const [said, setSaid] = useState(words);
  if (!isOld && said !== words) setSaid(words);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
