import { Excerpt } from '@/components/ui/highlight';
import type { ListedMonitor } from '@/lib/contract/monitor';
import { targetParts } from './monitor-names';

/** The part of the description with a word of the search that nothing else of the monitor has; nothing without one. */
export function DescriptionExcerpt({ monitor }: { monitor: ListedMonitor }) {
  const { name, regions, type, condition, description } = monitor;
  if (!description) return null;
  const shown = [name, targetParts(monitor).join(''), ...regions, type, condition].join(' ');
  return <Excerpt label="Description" text={description} shown={shown} />;
}
