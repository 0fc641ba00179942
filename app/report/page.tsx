import { PageTitle } from '@/components/layout/page-title';
import { ReportFailure } from '@/components/report/report-failure';
import { monthLabel } from '@/components/report/report-messages';
import { ReportScreen } from '@/components/report/report-screen';
import '@/components/report/report.css';
import { reportQuerySchema } from '@/lib/contract/report-query';
import { type PageSearch, page, pathWithSearch } from '@/lib/server/api/page';
import { pageData } from '@/lib/server/api/page-data';
import { readReport } from '@/lib/server/api/parameters';

interface Props {
  searchParams: Promise<PageSearch>;
}

export default page<Props, React.ReactNode>(
  ({ searchParams }) => pathWithSearch('/report', searchParams),
  async ({ searchParams }, { container: { clock, getReport } }) => {
    const { searchParams: given } = new URL(await pathWithSearch('/', searchParams), 'http://path.invalid');
    // The order and the page of a list say nothing about a report.
    const known = [...given].filter(([name]) => Object.hasOwn(reportQuerySchema.shape, name));
    const { answer, failure } = await pageData(async () => getReport(readReport(new URLSearchParams(known))));
    if (failure !== null) {
      return (
        <>
          <PageTitle name="Report" />
          <ReportFailure failure={failure} />
        </>
      );
    }
    const report = answer.body;
    return (
      <>
        <PageTitle name={`Report ${monthLabel(report.meta.month)}`} />
        <ReportScreen report={report} now={clock.now()} />
      </>
    );
  },
);
