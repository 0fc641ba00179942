import type { Metadata } from 'next';
import { UsageScreen } from '@/components/usage/usage-screen';

export const metadata: Metadata = { title: 'Usage' };

/** Its first figures are those that the layout puts into every page for the banner. */
export default function UsagePage() {
  return <UsageScreen />;
}
