import { useEffect, useState } from 'react';

/** State that becomes null again some time after it was set. @param displayMs milliseconds */
export function useTemporary<T>(displayMs: number) {
  const [value, setValue] = useState<T | null>(null);
  useEffect(() => {
    if (value === null) return;
    const timer = setTimeout(() => setValue(null), displayMs);
    return () => clearTimeout(timer);
  }, [value, displayMs]);
  return [value, setValue] as const;
}
