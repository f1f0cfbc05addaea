import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../app/page';
import { DateText } from '../../components/date-text';
import { FileView } from '../../components/file-view';

const route = getRouteApi('/app/board-report');

/** The report as PDF, to read and to download. */
export function BoardReportPage() {
  const { from, to } = route.useSearch();
  const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString();
  const url = `/exports/board-report.pdf${query && `?${query}`}`;
  return (
    <Page
      title="Board report"
      about={
        from &&
        to && (
          <>
            <DateText value={from} /> to <DateText value={to} />
          </>
        )
      }
    >
      <section>
        <FileView key={url} file={{ name: 'Board report', url }} />
      </section>
    </Page>
  );
}
