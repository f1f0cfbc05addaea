import { barChart, legend, ring, stackedBar } from '../charts';
import { count, many, percent } from '../format';
import { type Content, html, type Html } from '../html';
import { columns, cutNote, facts, limitNote, mark, more, note, type Report, type Section, table, tiles } from '../layout';
import { BANDS, SEVERITIES } from '../theme';
import type { AnswerLine, AssessmentView, CommentLine, FindingLine } from './view';

export function assessmentReport(view: AssessmentView): Report {
  return {
    title: 'Vendor risk assessment',
    subject: view.vendorName,
    about: [view.title, `Status: ${view.status}`],
    organisation: view.organisation,
    at: view.at,
    sections: [summary(view), findings(view), answers(view), ...fullTexts(view), comments(view), evidence(view)],
  };
}

function summary(view: AssessmentView): Section {
  return {
    title: 'Summary',
    body: html`<div class="headline">${ring(view.score, BANDS[view.band])}<p class="lead">${view.summary}</p></div>
${tiles(view.tiles)}`,
    parts: [
      { title: 'Score by section', body: sectionScores(view) },
      {
        title: 'Vendor details, status and dates',
        body: columns([
          ['Vendor', facts(view.vendor)],
          ['Assessment', facts(view.dates)],
        ]),
      },
    ],
  };
}

function sectionScores({ sections, bounds }: AssessmentView): Content {
  const bars = sections.map(({ section, score, band }) => ({
    label: section,
    share: score ?? 0,
    value: percent(score),
    fill: BANDS[band],
  }));
  const marks = [
    { share: bounds.amberFrom, label: `amber ${percent(bounds.amberFrom)}` },
    { share: bounds.greenFrom, label: `green ${percent(bounds.greenFrom)}` },
  ];
  return [
    barChart('Score of each section', bars, marks),
    legend(Object.values(BANDS)),
    table(sections, [
      { head: 'Section', cell: ({ section }) => section },
      { head: 'Score', kind: 'number', cell: ({ score }) => percent(score) },
      { head: 'Weighted score', kind: 'number', cell: ({ weighted }) => count(weighted) },
      { head: 'Maximum score', kind: 'number', cell: ({ max }) => count(max) },
      { head: 'Band', kind: 'short', width: 26, cell: ({ band }) => mark(BANDS[band]) },
    ]),
  ];
}

function findings({ severities, findings: groups, findingsTotal, findingsShown }: AssessmentView): Section {
  if (findingsTotal === 0) return { title: 'Findings', body: html`<p>No findings.</p>` };
  const parts = severities.map(({ severity, open }) => ({ fill: SEVERITIES[severity], count: open }));
  return {
    title: 'Findings',
    body: [
      html`<p class="lead">${many(findingsTotal, 'finding')} in total. The bar shows the open ones by severity.</p>`,
      stackedBar('Open findings by severity', parts),
      table(
        severities,
        [
          { head: 'Severity', cell: ({ severity }) => mark(SEVERITIES[severity]) },
          { head: 'Open', kind: 'number', cell: ({ open }) => open },
          { head: 'Remediated', kind: 'number', cell: ({ remediated }) => remediated },
          { head: 'Risk accepted', kind: 'number', cell: ({ accepted }) => accepted },
        ],
        'compact',
      ),
      findingsShown < findingsTotal &&
        limitNote(`Top ${count(findingsShown)} of ${count(findingsTotal)} findings by severity; ` + 'the rest are in the risk register.'),
    ],
    parts: groups.map(({ severity, lines }) => ({
      title: `${SEVERITIES[severity].label} (${count(lines.length)})`,
      body: findingTable(lines),
    })),
  };
}

function findingTable(lines: FindingLine[]): Html {
  return table(lines, [
    { head: 'Finding', cell: ({ title, description }) => [title, description && more(description)] },
    { head: 'Controls', width: 32, cell: ({ controls }) => controls },
    { head: 'Status', width: 42, cell: ({ status, work, resolution }) => [status, work && more(work), resolution && more(resolution)] },
  ]);
}

function answers({ answers: groups, hiddenQuestions, fullTexts }: AssessmentView): Section {
  return {
    title: 'Answers',
    body: [
      hiddenQuestions > 0 && note(`Not shown: ${many(hiddenQuestions, 'question')} that didn’t apply to this vendor.`),
      fullTexts.length > 0 && note(`For texts shortened here, see “${IN_FULL}”.`),
    ],
    parts: groups.map(({ section, lines }) => ({ title: section, body: answerTable(lines) })),
  };
}

const IN_FULL = 'Long texts';

function fullTexts({ fullTexts: texts, fullTextsTotal }: AssessmentView): Section[] {
  if (fullTextsTotal === 0) return [];
  const full = texts.map(({ number, question, texts: of }) => [
    html`<p class="full-text">${number}. ${question}</p>`,
    of.map(([name, text]) => [note(name), html`<p class="full">${text}</p>`]),
  ]);
  return [{ title: IN_FULL, body: [cutNote(texts.length, fullTextsTotal, 'questions with long texts'), full] }];
}

function answerTable(lines: AnswerLine[]): Html {
  return table(lines, [
    { head: 'No.', kind: 'number', width: 9, cell: ({ number }) => number },
    { head: 'Question', cell: ({ question, controls }) => [question, controls && more(controls)] },
    { head: 'Answer', width: 38, cell: ({ answer, files }) => [answer, files.map((file) => more(file))] },
    { head: 'Result', width: 27, cell: ({ verdict, verdictText }) => (verdict ? mark(verdict) : verdictText) },
    { head: 'Weight', width: 17, cell: ({ weight, points }) => [weight, points && more(points)] },
    { head: 'Review', width: 27, cell: ({ decision, decisionNote }) => [decision, decisionNote && more(decisionNote)] },
  ]);
}

function comments({ comments: lines, commentsShown, commentsTotal }: AssessmentView): Section {
  const body = lines.length > 0 ? lines.map(comment) : html`<p>No shared comments.</p>`;
  return { title: 'Shared comments', body: [cutNote(commentsShown, commentsTotal, 'comments'), body] };
}

function comment({ who, body, replies }: CommentLine): Html {
  return html`<div class="comment"><p class="who">${who}</p><p class="body">${body}</p>${replies.map(comment)}</div>`;
}

function evidence({ evidence: files, evidenceTotal }: AssessmentView): Section {
  if (files.length === 0) return { title: 'Evidence', body: html`<p>No evidence files.</p>` };
  return {
    title: 'Evidence',
    body: [
      cutNote(files.length, evidenceTotal, 'files'),
      table(files, [
        { head: 'File', cell: ({ name, fileName }) => [name, name !== fileName && more(fileName)] },
        { head: 'Question', kind: 'number', cell: ({ question }) => question },
        { head: 'Type', width: 44, cell: ({ type }) => type },
        { head: 'Size', kind: 'number', cell: ({ size }) => size },
        { head: 'Added', kind: 'short', width: 34, cell: ({ date }) => date },
      ]),
    ],
  };
}
