import { heatmap, legend, pairedBarChart, ring } from '../charts';
import { count, excerpt, percent } from '../format';
import { html } from '../html';
import { mark, note, type Report, type Section, table, tiles } from '../layout';
import { BANDS, CONTROL_STATES, EARLIER } from '../theme';
import type { FrameworkView } from './view';

export function frameworkReport(view: FrameworkView): Report {
  return {
    title: 'Framework compliance',
    subject: view.vendorName,
    about: view.about,
    organisation: view.organisation,
    at: view.at,
    sections: [summary(view), domains(view), controlHeatmap(view), controls(view)],
  };
}

function summary(view: FrameworkView): Section {
  return {
    title: 'Summary',
    body: [
      html`<div class="headline">${ring(view.score, BANDS[view.band])}<p class="lead">${view.summary}</p></div>`,
      tiles(view.tiles),
      note(view.compared),
      table(
        view.states,
        [
          { head: 'Controls', cell: ({ state }) => mark(CONTROL_STATES[state]) },
          { head: 'Current', kind: 'number', cell: ({ current }) => count(current) },
          { head: 'Previous', kind: 'number', cell: ({ previous }) => count(previous) },
        ],
        'compact',
      ),
    ],
  };
}

function domains({ domains: lines }: FrameworkView): Section {
  const bars = lines.map((line) => ({ ...line, label: line.domain, fill: BANDS[line.band] }));
  return {
    title: 'Domain compliance',
    newPage: true,
    body: [
      note('The upper bar of each domain is current, the lower one previous.'),
      pairedBarChart('Compliance by domain, current and previous', bars, EARLIER),
      legend([BANDS.GREEN, BANDS.AMBER, BANDS.RED, { ...EARLIER, label: 'Previous' }]),
      table(lines, [
        { head: 'Domain', cell: ({ domain }) => domain },
        { head: 'Controls assessed', kind: 'number', cell: ({ assessed, controls: all }) => `${assessed} of ${all}` },
        { head: 'Current', kind: 'number', cell: ({ current }) => percent(current) },
        { head: 'Previous', kind: 'number', cell: ({ previous }) => percent(previous) },
        { head: 'Change', kind: 'number', cell: ({ change }) => change },
        { head: 'Band', width: 26, cell: ({ band }) => mark(BANDS[band]) },
      ]),
    ],
  };
}

function controlHeatmap({ groups }: FrameworkView): Section {
  return {
    title: 'Control heatmap',
    body: [note('Every control of the framework by its most recent evaluation.'), legend(Object.values(CONTROL_STATES))],
    parts: groups.map(({ domain, lines }) => ({
      title: domain,
      body: heatmap(lines.map(({ code, state }) => ({ label: code, fill: CONTROL_STATES[state] }))),
    })),
  };
}

function controls({ groups }: FrameworkView): Section {
  return {
    title: 'Controls',
    newPage: true,
    parts: groups.map(({ domain, lines }) => ({
      title: `Controls: ${domain}`,
      body: table(lines, [
        { head: 'Control', width: 22, cell: ({ code }) => code },
        { head: 'Title', cell: ({ title }) => excerpt(title, 700) },
        { head: 'Current', width: 33, cell: ({ state }) => mark(CONTROL_STATES[state]) },
        { head: 'Previous', width: 26, cell: ({ before }) => CONTROL_STATES[before].label },
        { head: 'Compliant answers', kind: 'number', width: 19, cell: ({ answers }) => answers },
        { head: 'Assessed', width: 22, kind: 'short', cell: ({ assessed }) => assessed },
      ]),
    })),
  };
}
