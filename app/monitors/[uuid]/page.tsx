import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { MonitorScreen } from '@/components/monitor/monitor-screen';
import { monitorQuery } from '@/lib/client/queries';
import { getContainer } from '@/lib/server/container';
import { pageData } from '@/lib/server/http/page-data';

type Props = { params: Promise<{ uuid: string }> };

async function read(uuid: string) {
  const { getMonitor } = await getContainer();
  return pageData(() => getMonitor(uuid));
}

/** Reads the same as the page does; the reading is reused, so this costs nothing. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { answer } = await read((await params).uuid);
  return { title: answer?.body.data.name ?? 'Monitor' };
}

export default async function MonitorPage({ params }: Props) {
  const { uuid } = await params;
  const first = await read(uuid);
  if (first.failure?.code === 'monitor_not_found') notFound();
  const queries = new QueryClient();
  if (first.answer) queries.setQueryData(monitorQuery(uuid).queryKey, first.answer);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <MonitorScreen uuid={uuid} failedFirst={first.failure} />
    </HydrationBoundary>
  );
}
