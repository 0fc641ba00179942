import { CalendarDays, ChartNoAxesColumn, ClipboardCheck, History, List, ListChecks, Tv } from 'lucide-react';

/**
 * The pages in the order of the navigation. `place`: in the navigation of every window, in that of wide ones (`lg`, 1024 px)
 * and otherwise in the menu, or always in the menu. `key` follows `g`.
 */
export const pages = [
  { path: '/monitors', label: 'Monitors', key: 'm', place: 'always', icon: List },
  { path: '/changes', label: 'Changes', key: 'c', place: 'always', icon: History },
  { path: '/coverage', label: 'Coverage', key: 'o', place: 'wide', icon: ListChecks },
  { path: '/review', label: 'Review', key: 'r', place: 'always', icon: ClipboardCheck },
  { path: '/report', label: 'Report', key: 'p', place: 'wide', icon: CalendarDays },
  { path: '/wall', label: 'Wall', key: 'w', place: 'wide', icon: Tv },
  { path: '/usage', label: 'Usage', key: 'u', place: 'menu', icon: ChartNoAxesColumn },
] as const;

export const keysTo = ({ key }: (typeof pages)[number]) => `g ${key}`;
