'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

/** What surrounds every page but the wall, which fills the window. */
export function ExceptOnWall({ children }: { children: ReactNode }) {
  return usePathname() === '/wall' ? null : children;
}
