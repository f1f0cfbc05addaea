import { FONT_FAMILIES } from '../platform/pdf/fonts';
import { cssString } from './html';
import { DEEP, INK, LINE, QUIET } from './theme';

export interface RunningLines {
  topLeft: string;
  topRight: string;
  bottomLeft: string;
}

/** Header and footer are margin boxes of the page: these know the page count, and the cover has none. */
export const pageRules = ({ topLeft, topRight, bottomLeft }: RunningLines) => `
@page {
  size: A4;
  margin: 24mm 18mm 22mm;
  ${['top-left', 'top-right', 'bottom-left', 'bottom-right']
    .map(
      (box) =>
        `@${box} { font: 7.5pt ${FONT_FAMILIES}; color: ${QUIET}; width: 48%; overflow-wrap: anywhere; content: ${
          { 'top-left': cssString(topLeft), 'top-right': cssString(topRight), 'bottom-left': cssString(bottomLeft) }[box] ??
          '"Page " counter(page) " of " counter(pages)'
        } }`,
    )
    .join('\n  ')}
}
@page :first {
  margin: 0;
  @top-left { content: none }
  @top-right { content: none }
  @bottom-left { content: none }
  @bottom-right { content: none }
}`;

export const STYLES = `
* { box-sizing: border-box }
html { font: 9.5pt/1.45 ${FONT_FAMILIES}; color: ${INK}; -webkit-print-color-adjust: exact; print-color-adjust: exact;
  overflow-wrap: anywhere }
/* Otherwise a single line that is too wide would shrink all pages. */
html { overflow-x: hidden }
body { overflow-x: clip; margin: 0 }
h1, h2, h3, p, table { margin: 0 }
h1, h2, h3, td, th, p { unicode-bidi: plaintext; text-align: left }
.cover { height: 297mm; padding: 38mm 24mm 22mm; display: flex; flex-direction: column; break-after: page;
  background: linear-gradient(${DEEP}, ${DEEP}) left / 9mm 100% no-repeat #fff }
.cover .organisation { font-size: 15pt; font-weight: 700; color: ${DEEP} }
.cover .rule { width: 28mm; height: 1.2mm; background: ${DEEP}; margin: 9mm 0 46mm }
.cover h1 { font-size: 30pt; line-height: 1.15; color: ${DEEP}; letter-spacing: -.3pt }
.cover .subject { font-size: 17pt; line-height: 1.3; margin-top: 5mm; color: ${INK} }
.cover .about { margin-top: 11mm; font-size: 10.5pt; color: ${QUIET} }
.cover .about p { margin-bottom: 1.5mm }
.cover .confidential { margin-top: auto; padding-top: 4mm; border-top: .3mm solid ${LINE}; font-size: 9pt;
  color: ${QUIET} }
.contents { break-after: page }
.contents .title { font-size: 17pt; font-weight: 700; color: ${DEEP}; margin-bottom: 7mm }
.contents a { display: flex; align-items: baseline; gap: 2mm; color: inherit; text-decoration: none; padding: 1.2mm 0;
  break-inside: avoid }
.contents a.level2 { font-weight: 700 }
.contents a.level3 { padding: .6mm 0 .6mm 7mm; color: ${QUIET} }
.contents .dots { flex: 1; min-width: 8mm; border-bottom: .4mm dotted #a9b3c6; height: 0 }
.contents .name { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; unicode-bidi: isolate }
.contents .page { flex: none }
h2 { font-size: 17pt; line-height: 1.25; color: ${DEEP}; margin: 10mm 0 4mm; padding-bottom: 1.8mm;
  border-bottom: .6mm solid ${DEEP}; break-after: avoid }
h2.new-page { break-before: page; margin-top: 0 }
h2.first { margin-top: 0 }
h3 { font-size: 11.5pt; line-height: 1.3; color: ${DEEP}; margin: 6.5mm 0 2.2mm; break-after: avoid }
p { margin-bottom: 2.5mm }
p.lead { font-size: 10.5pt; margin-bottom: 5mm; break-after: avoid }
p.note { color: ${QUIET}; font-size: 8.5pt; break-after: avoid }
p.limit { border-left: 1mm solid ${DEEP}; padding: 1.5mm 3mm; background: #f5f7fb; font-weight: 700 }
table { width: 100%; border-collapse: collapse; font-size: 8.5pt; margin-bottom: 4mm }
thead { display: table-header-group }
tr { break-inside: avoid }
th { font-weight: 700; color: ${DEEP}; border-bottom: .4mm solid ${DEEP}; padding: 1.2mm 2mm 1.2mm 0;
  vertical-align: bottom }
td { border-bottom: .2mm solid ${LINE}; padding: 1.4mm 2mm 1.4mm 0; vertical-align: top; white-space: pre-line }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal }
td.number { white-space: nowrap }
table.compact { width: auto; min-width: 95mm }
td.number + td, th.number + th { padding-left: 2mm }
td.short, th.short { white-space: nowrap; overflow-wrap: normal }
td .more { display: block; color: ${QUIET}; font-size: 8pt; unicode-bidi: plaintext }
table.facts th, table.facts td { padding: .9mm 2mm .9mm 0; border-bottom: .2mm solid ${LINE}; vertical-align: top }
table.facts th { width: 33mm; color: ${QUIET}; font-weight: 400 }
.columns { display: grid; grid-template-columns: 1.1fr 1fr; gap: 8mm; align-items: start; break-inside: avoid }
.columns .name { font-weight: 700; color: ${DEEP}; border-bottom: .4mm solid ${DEEP}; padding-bottom: 1.2mm; margin: 0 }
.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 3mm; margin-bottom: 6mm; break-inside: avoid }
.tile { border: .25mm solid ${LINE}; border-top: .9mm solid ${DEEP}; padding: 2.5mm 3mm 3mm; background: #fafbfd }
.tile .value { display: block; font-size: 17pt; line-height: 1.25; font-weight: 700; color: ${DEEP} }
.tile .long { font-size: 12pt; line-height: 1.77 }
.tile .name { color: ${QUIET}; font-size: 8.5pt }
.headline { display: grid; grid-template-columns: 140px 1fr; gap: 7mm; align-items: center; margin-bottom: 6mm;
  break-inside: avoid }
.chart { display: block; width: 100%; height: auto; margin: 2mm 0 4mm; break-inside: avoid }
.chart text, .ring text { font-family: ${FONT_FAMILIES} }
.heatmap .chart { margin: 0 }
.heatmap { margin-bottom: 3mm }
.legend span { margin-right: 6mm; white-space: nowrap }
.swatch { vertical-align: -1.5px; margin-right: 1mm }
.full-text { font-weight: 700; margin: 5mm 0 1mm; break-after: avoid }
.mark { white-space: nowrap; font-weight: 700 }
.comment { border-left: .8mm solid ${LINE}; padding: .5mm 0 .5mm 3.5mm; margin: 0 0 3.5mm }
.comment .comment { margin: 2.5mm 0 0 2mm }
.comment .comment .comment .comment .comment { margin-left: 0; padding-left: 0; border-left: 0 }
.comment .who { color: ${QUIET}; font-size: 8.5pt; margin-bottom: .8mm; break-after: avoid }
.comment .body, .full { white-space: pre-line; margin: 0; orphans: 3; widows: 3 }
`;
