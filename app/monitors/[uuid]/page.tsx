import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { MonitorScreen } from '@/components/monitor/monitor-screen';
import { monitorQuery } from '@/lib/client/queries';
import { page } from '@/lib/server/http/page';
import { pageData } from '@/lib/server/http/page-data';
import { pathWithSearch } from '@/lib/server/http/path-with-search';

type Props = { params: Promise<{ uuid: string }>; searchParams: Promise<SearchParams> };

const ownPath = async ({ params, searchParams }: Props) =>
  pathWithSearch(`/monitors/${encodeURIComponent((await params).uuid)}`, await searchParams);

/** Reads the same as the page does; the reading is reused, so this costs nothing. */
export const generateMetadata = page<Props, Metadata>(ownPath, async ({ params }, { container }) => {
  const { uuid } = await params;
  const { answer } = await pageData(() => container.getMonitor(uuid));
  return { title: answer?.body.data.name ?? 'Monitor' };
});

export default page<Props, React.ReactNode>(ownPath, async ({ params }, { container }) => {
  const { uuid } = await params;
  const first = await pageData(() => container.getMonitor(uuid));
  if (first.failure?.code === 'monitor_not_found') notFound();
  const queries = new QueryClient();
  if (first.answer) queries.setQueryData(monitorQuery(uuid).queryKey, first.answer);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <MonitorScreen uuid={uuid} failedFirst={first.failure} />
    </HydrationBoundary>
  );
});
