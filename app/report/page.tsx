import { PageTitle } from '@/components/layout/page-title';
import { ReportFailure } from '@/components/report/report-actions';
import { layoutOf } from '@/components/report/report-layout';
import { monthLabel } from '@/components/report/report-messages';
import { ReportScreen } from '@/components/report/report-screen';
import '@/components/report/report.css';
import { knownParameters } from '@/lib/contract/query-parameters';
import { besideView, reportQuerySchema } from '@/lib/contract/report';
import { type PageSearch, page, pathWithSearch } from '@/lib/server/api/page';
import { pageData } from '@/lib/server/api/page-data';
import { readReport } from '@/lib/server/api/parameters';

interface Props {
  searchParams: Promise<PageSearch>;
}

export default page<Props, React.ReactNode>(
  ({ searchParams }) => pathWithSearch('/report', searchParams),
  async ({ searchParams }, { container: { clock, getReport, filtersOfView } }) => {
    const { searchParams: given } = new URL(await pathWithSearch('/', searchParams), 'http://path.invalid');
    const { search, month } = reportSearch(given);
    const asked = new URLSearchParams([...search, ...month]);
    const { answer, failure } = await pageData(async () =>
      getReport(readReport(filtersOfView(asked, besideView))),
    );
    if (failure !== null) {
      return (
        <>
          <PageTitle name="Report" />
          <ReportFailure failure={failure} />
        </>
      );
    }
    const report = answer.body;
    const layout = layoutOf(given);
    return (
      <>
        <PageTitle name={layout.title || `Report ${monthLabel(report.meta.month)}`} hasCount={false} />
        <ReportScreen report={report} search={search.toString()} layout={layout} now={clock.now()} />
      </>
    );
  },
);

/**
 * Returns the query of the report in the URL of the page. Other parameters of a list, such as order and page, are
 * ignored. Beside filters, `view` is only the name that a user gave them.
 */
function reportSearch(given: URLSearchParams) {
  const known = [...knownParameters(reportQuerySchema, given)];
  const search = new URLSearchParams(known.filter(([name]) => name !== 'month'));
  if (search.size > 1 || search.get('view') === '') search.delete('view');
  return { search, month: known.filter(([name]) => name === 'month') };
}
