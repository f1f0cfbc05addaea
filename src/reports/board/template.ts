import { barChart } from '../charts';
import { count } from '../format';
import { html } from '../html';
import { cutNote, mark, more, note, type Report, type Section, table, tiles } from '../layout';
import { NEUTRAL, SEVERITIES } from '../theme';
import type { BoardView } from './view';

export function boardReport(view: BoardView): Report {
  return {
    title: 'Third-party risk: board report',
    subject: view.subject,
    about: [view.period, `Compared with ${view.comparedWith}`],
    organisation: view.organisation,
    at: view.at,
    sections: [summary(view), ranking(view), movements(view), findings(view), acceptances(view), endings(view)],
  };
}

function summary(view: BoardView): Section {
  return {
    title: 'Summary',
    body: [
      html`<p class="lead">${view.summary}</p>`,
      tiles(view.tiles),
      table(
        view.changes,
        [
          { head: 'Figure', cell: ({ what }) => what },
          { head: 'End of the period', kind: 'number', cell: ({ now }) => now },
          { head: 'Start of the period', kind: 'number', cell: ({ before }) => before },
          { head: 'Change', kind: 'number', cell: ({ change }) => change },
        ],
        'compact',
      ),
    ],
  };
}

const CHARTED = 10;

function ranking({ ranked, rated }: BoardView): Section {
  const title = 'Vendors by residual risk';
  if (ranked.length === 0) return { title, body: html`<p>No vendor has both a risk profile and a score yet.</p>` };
  const bars = ranked.slice(0, CHARTED).map(({ name, share, residual }) => ({ label: name, share, value: residual, fill: NEUTRAL }));
  return {
    title,
    newPage: true,
    body: [
      note(
        'Residual risk is what remains of the inherent risk (tier, data, contract, place) after the controls that assessments found. ' +
          'Changes are in percentage points since the start of the period.',
      ),
      barChart('Highest residual risk', bars),
      cutNote(ranked.length, rated, 'vendors'),
      table(ranked, [
        { head: '#', kind: 'number', width: 9, cell: ({ rank }) => rank },
        { head: 'Vendor', cell: ({ name }) => name },
        { head: 'Tier', kind: 'short', cell: ({ tier }) => tier },
        { head: 'Inherent', kind: 'number', cell: ({ inherent }) => inherent },
        { head: 'Residual', kind: 'number', cell: ({ residual }) => residual },
        { head: 'Change', kind: 'number', cell: ({ change }) => change },
        { head: 'Score', kind: 'number', cell: ({ score }) => score },
        { head: 'Open findings', kind: 'number', cell: ({ open }) => open },
      ]),
    ],
  };
}

function movements({ rose, fell }: BoardView): Section {
  const list = (title: string, rows: BoardView['rose'], none: string): Section => ({
    title,
    body:
      rows.length === 0
        ? html`<p>${none}</p>`
        : table(rows, [
            { head: 'Vendor', cell: ({ name }) => name },
            { head: 'Tier', kind: 'short', cell: ({ tier }) => tier },
            { head: 'Before', kind: 'number', cell: ({ from }) => from },
            { head: 'Now', kind: 'number', cell: ({ to }) => to },
            { head: 'Change', kind: 'number', cell: ({ change }) => change },
          ]),
  });
  return {
    title: 'Change since the start of the period',
    parts: [list('Residual risk rose', rose, 'It rose for no vendor.'), list('Residual risk fell', fell, 'It fell for no vendor.')],
  };
}

function findings({ findings: rows, comparedWith }: BoardView): Section {
  return {
    title: 'Findings',
    body: [
      note(`In brackets: the same from ${comparedWith}.`),
      table(rows, [
        { head: 'Severity', cell: ({ severity }) => mark(SEVERITIES[severity]) },
        { head: 'Open', kind: 'number', cell: ({ open }) => open },
        { head: 'Change', kind: 'number', cell: ({ change }) => change },
        { head: 'Opened', kind: 'number', cell: ({ opened }) => opened },
        { head: 'Remediated', kind: 'number', cell: ({ remediated }) => remediated },
        { head: 'Accepted', kind: 'number', cell: ({ accepted }) => accepted },
        { head: 'Mean time to remediate', kind: 'number', cell: ({ days }) => days },
      ]),
    ],
  };
}

function acceptances({ accepted, acceptedTotal }: BoardView): Section {
  const title = 'Accepted risks';
  if (accepted.length === 0) return { title, body: html`<p>No risk is accepted.</p>` };
  return {
    title,
    body: [
      cutNote(accepted.length, acceptedTotal, 'accepted risks'),
      table(accepted, [
        { head: 'Risk', cell: ({ title: risk, reason }) => [risk, more(reason)] },
        { head: 'Severity', kind: 'short', width: 22, cell: ({ severity }) => mark(SEVERITIES[severity]) },
        { head: 'Vendor', width: 34, cell: ({ vendorName }) => vendorName },
        { head: 'Accepted', kind: 'short', width: 24, cell: ({ since }) => since },
        { head: 'Ends', kind: 'short', width: 24, cell: ({ until }) => until },
        { head: 'By', width: 24, cell: ({ by }) => by },
      ]),
    ],
  };
}

function endings({ expiring, soonDays }: BoardView): Section {
  const title = 'What expires next';
  if (expiring.length === 0) return { title, body: html`<p>Nothing expires in the ${count(soonDays)} days after the period.</p>` };
  return {
    title,
    body: [
      note(`Certifications and contracts that end in the ${count(soonDays)} days after the period.`),
      table(expiring, [
        { head: 'Date', kind: 'short', width: 26, cell: ({ on }) => on },
        { head: 'Vendor', cell: ({ vendorName }) => vendorName },
        { head: 'What', cell: ({ what }) => what },
      ]),
    ],
  };
}
