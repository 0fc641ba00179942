import { PageTitle } from '@/components/shell/page-title';
import { UsageScreen } from '@/components/usage/usage-screen';

/** Its first figures are those that the layout puts into every page for the banner. */
export default function UsagePage() {
  return (
    <>
      <PageTitle name="Usage" />
      <UsageScreen />
    </>
  );
}
