import type { RagBand } from '../../domains/vendor/vendor.rules';
import { barChart, columnChart, legend, ring, stackedBar, trendChart } from '../charts';
import { count, many, percent, shortMonth } from '../format';
import { html } from '../html';
import { limitNote, mark, more, note, type Report, type Section, table, tiles } from '../layout';
import { BANDS, NEUTRAL, SEVERITIES } from '../theme';
import { type PortfolioView, RESPONSIBILITY, SCORED } from './view';

export function portfolioReport(view: PortfolioView): Report {
  return {
    title: 'Third-party risk portfolio',
    subject: view.subject,
    about: ['Overall risk, trend, findings and responsibilities'],
    organisation: view.organisation,
    at: view.at,
    sections: [
      summary(view),
      distribution(view),
      tiers(view),
      trend(view),
      findings(view),
      controls(view),
      overdue(view),
      responsibility(view),
    ],
  };
}

function summary(view: PortfolioView): Section {
  return {
    title: 'Risk summary',
    body: [html`<div class="headline">${ring(view.average, BANDS[view.band])}<p class="lead">${view.summary}</p></div>`, tiles(view.tiles)],
    parts: [
      {
        title: 'Vendors by band',
        body: [
          stackedBar(
            'Vendors by band',
            view.bands.map((row) => ({ fill: BANDS[row.band], count: row.count })),
          ),
          table(
            view.bands,
            [
              { head: 'Band', cell: ({ band }) => mark(BANDS[band]) },
              { head: 'Vendors', kind: 'number', cell: (row) => count(row.count) },
              { head: 'Share', kind: 'number', cell: ({ share }) => share },
            ],
            'compact',
          ),
        ],
      },
      {
        title: 'Assessments by status',
        body: table(
          view.states,
          [
            { head: 'Status', cell: ({ status }) => status },
            { head: 'Assessments', kind: 'number', cell: (row) => count(row.count) },
          ],
          'compact',
        ),
      },
    ],
  };
}

function distribution({ deciles }: PortfolioView): Section {
  const columns = deciles.map(({ label, parts }) => ({
    label,
    parts: parts.map((part) => ({ fill: BANDS[part.band], count: part.count })),
  }));
  return {
    title: 'Score distribution',
    newPage: true,
    body: [
      note('Vendors by overall score, in steps of ten points.'),
      columnChart('Vendors by overall score', columns),
      legend(SCORED.map((band) => BANDS[band])),
      table(SCORED, [
        { head: 'Vendors', width: 22, cell: (band) => mark(BANDS[band]) },
        ...deciles.map(({ label, parts }) => ({
          head: label,
          kind: 'number' as const,
          cell: (band: RagBand) => count(parts.find((part) => part.band === band)!.count),
        })),
      ]),
    ],
  };
}

function tiers({ tiers: rows }: PortfolioView): Section {
  const most = Math.max(1, ...rows.map((row) => row.count));
  const bars = rows.map(({ tier, count: number, fill }) => ({
    label: tier,
    share: number / most,
    value: count(number),
    fill,
  }));
  return {
    title: 'Vendors by tier',
    body: [
      barChart('Vendors by tier', bars),
      table(rows, [
        { head: 'Tier', cell: ({ tier }) => tier },
        { head: 'Vendors', kind: 'number', cell: (row) => count(row.count) },
        { head: 'Average score', kind: 'number', cell: ({ average }) => percent(average) },
        { head: 'Green', kind: 'number', cell: ({ green }) => green },
        { head: 'Amber', kind: 'number', cell: ({ amber }) => amber },
        { head: 'Red', kind: 'number', cell: ({ red }) => red },
        { head: 'Unscored', kind: 'number', cell: ({ unscored }) => unscored },
      ]),
    ],
  };
}

function trend({ months, bounds }: PortfolioView): Section {
  const points = months.map(({ month, averageScore }) => ({ month, value: averageScore }));
  return {
    title: 'Trend over the last 12 months',
    newPage: true,
    body: [
      note("The portfolio's average score at the end of each month, from the assessments completed until then."),
      trendChart('Average score by month', points, [
        { share: bounds.greenFrom, label: `green ${percent(bounds.greenFrom)}` },
        { share: bounds.amberFrom, label: `amber ${percent(bounds.amberFrom)}` },
      ]),
      table(months, [
        { head: 'Month', cell: ({ month }) => shortMonth(month) },
        { head: 'Average score', kind: 'number', cell: ({ averageScore }) => percent(averageScore) },
        { head: 'Assessments completed', kind: 'number', cell: (row) => count(row.completedAssessments) },
        { head: 'Findings raised', kind: 'number', cell: (row) => count(row.newFindings) },
      ]),
    ],
  };
}

function findings({ findings: lines, openFindings, severities }: PortfolioView): Section {
  if (openFindings === 0) return { title: 'Top findings', newPage: true, body: html`<p>No open findings.</p>` };
  return {
    title: 'Top findings',
    newPage: true,
    body: [
      stackedBar(
        'Open findings by severity',
        severities.map(({ severity, count: number }) => ({ fill: SEVERITIES[severity], count: number })),
      ),
      table(
        severities,
        [
          { head: 'Severity', cell: ({ severity }) => mark(SEVERITIES[severity]) },
          { head: 'Open findings', kind: 'number', cell: (row) => count(row.count) },
        ],
        'compact',
      ),
      lines.length < openFindings && limitNote(`Top ${count(lines.length)} by severity, of ${many(openFindings, 'open finding')}.`),
      table(lines, [
        { head: 'Finding', cell: ({ title, description }) => [title, description && more(description)] },
        { head: 'Vendor', width: 36, cell: ({ vendorName }) => vendorName },
        { head: 'Severity', width: 23, cell: ({ severity }) => mark(SEVERITIES[severity]) },
        { head: 'Controls', width: 27, cell: (row) => row.controls },
        { head: 'Since', width: 26, cell: ({ since, work }) => [since, work && more(work)] },
      ]),
    ],
  };
}

function controls({ controls: rows }: PortfolioView): Section {
  const title = 'Top 10 deficient controls';
  if (rows.length === 0) return { title, body: html`<p>No non-compliant answers in completed assessments.</p>` };
  const most = Math.max(1, ...rows.map(({ failCount }) => failCount));
  const bars = rows.map(({ code, frameworkName, failCount }) => ({
    label: `${code}, ${frameworkName}`,
    share: failCount / most,
    value: count(failCount),
    fill: NEUTRAL,
  }));
  return {
    title,
    body: [
      note('Controls with the most non-compliant answers in completed assessments.'),
      barChart('Non-compliant answers by control', bars),
      table(rows, [
        { head: 'Control', width: 28, cell: ({ code }) => code },
        { head: 'Title', cell: (row) => row.title },
        { head: 'Framework', width: 40, cell: ({ frameworkName }) => frameworkName },
        { head: 'Non-compliant answers', kind: 'number', cell: ({ failCount }) => count(failCount) },
      ]),
    ],
  };
}

function overdue({ overdue: rows, overdueTotal }: PortfolioView): Section {
  if (overdueTotal === 0) return { title: 'Overdue assessments', body: html`<p>No overdue assessments.</p>` };
  return {
    title: 'Overdue assessments',
    body: [
      rows.length < overdueTotal && limitNote(`The ${count(rows.length)} longest overdue, of ${count(overdueTotal)}.`),
      table(rows, [
        { head: 'Assessment', cell: ({ title }) => title },
        { head: 'Vendor', width: 42, cell: ({ vendorName }) => vendorName },
        { head: 'Status', width: 24, cell: ({ status }) => status },
        { head: 'Due', width: 22, kind: 'short', cell: ({ due }) => due },
        { head: 'Overdue by', kind: 'number', cell: ({ late }) => late },
        { head: 'Reviewer', width: 30, cell: ({ reviewer }) => reviewer },
      ]),
    ],
  };
}

function responsibility({ responsibility: rows, responsibilityVendors: vendors }: PortfolioView): Section {
  const title = 'Shared-responsibility tasks';
  const [all, ...listed] = rows;
  if (!all?.total) return { title, body: html`<p>No certification has shared controls.</p>` };
  const parts = (Object.keys(RESPONSIBILITY) as (keyof typeof RESPONSIBILITY)[]).map((key) => ({
    fill: RESPONSIBILITY[key],
    count: all[key],
  }));
  return {
    title,
    body: [
      html`<p class="lead">${many(all.completed, 'task')} of ${count(all.total)} completed, ${all.percent}
        of those that apply, across ${many(vendors, 'vendor')}.</p>`,
      stackedBar('Tasks by status', parts),
      listed.length < vendors && limitNote(`The ${count(listed.length)} vendors with the most open tasks, of ${count(vendors)}.`),
      table(rows, [
        { head: 'Vendor', cell: ({ vendorName }) => vendorName ?? html`<b>All vendors</b>` },
        { head: 'Completed', kind: 'number', cell: ({ completed }) => completed },
        { head: 'In progress', kind: 'number', cell: ({ inProgress }) => inProgress },
        { head: 'Pending', kind: 'number', cell: ({ pending }) => pending },
        { head: 'Not applicable', kind: 'number', cell: ({ notApplicable }) => notApplicable },
        { head: 'Done', kind: 'number', cell: (row) => row.percent },
      ]),
    ],
  };
}
