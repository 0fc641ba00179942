import { useQuery } from '@tanstack/react-query';
import { useRequestContext } from '@/components/layout/use-request-context';
import { usageQuery } from '@/lib/client/queries';

/** The usage counters, which several parts of every page show. */
export function useUsage() {
  return useQuery(usageQuery(useRequestContext()));
}
