import type { Period } from './period';

/** Where the report is served. The filter is as GraphQL takes it, in JSON. */
export function boardReportPath({ filter, from, to }: { filter?: object | null; from?: string | null; to?: string | null }): string {
  const given = Object.entries({ filter: filter && JSON.stringify(filter), from, to }).filter(([, value]) => value);
  const query = new URLSearchParams(given as [string, string][]).toString();
  return `/exports/board-report.pdf${query && `?${query}`}`;
}

/** Where people read it, once they have signed in. */
export const boardReportPage = ({ from, to }: Period) => `/board-report?${new URLSearchParams({ from, to }).toString()}`;

/** What the file is called. */
export const boardReportFile = ({ from, to }: Period) => `Board-report-${from}-to-${to}.pdf`;
