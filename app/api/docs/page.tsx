import { ApiDocsScreen } from '@/components/api-docs/api-docs-screen';
import { PageTitle } from '@/components/layout/page-title';
import { openApiDocument } from '@/lib/server/api/openapi/document';
import { page } from '@/lib/server/api/page';

/** The OpenAPI document as a page, for those who may read the API. */
export default page<object, React.ReactNode>(
  () => '/api/docs',
  async () => (
    <>
      <PageTitle name="API" />
      <ApiDocsScreen document={openApiDocument.body} />
    </>
  ),
);
