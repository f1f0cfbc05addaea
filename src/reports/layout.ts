import { fontFaces } from '../platform/pdf/fonts';
import type { Printable } from '../platform/pdf/printer';
import { swatch } from './charts';
import { count, date, dateTime, exactTime, shorten } from './format';
import { type Content, html, type Html, trusted } from './html';
import { pageRules, STYLES } from './styles';
import type { Fill } from './theme';

/** A part of a report under its heading. */
export interface Section {
  title: string;
  body?: Content;
  parts?: Section[];
  /** Starts on a new page. */
  newPage?: boolean;
}

/** The common structure of all reports. */
export interface Report {
  title: string;
  /** What it is about: a vendor, the portfolio. */
  subject: string;
  /** More lines for the cover. */
  about: string[];
  organisation: string;
  /** The time of the data. */
  at: string;
  sections: Section[];
}

/** Longer reports get a table of contents. */
const CONTENTS_BEYOND = 5;
/** Room for names in headers and footers; wider text takes a second line. */
const RUNNING = 60;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** A report on the present, or on a moment in the past. */
export function printable(report: Report, moment?: string): Printable {
  const body = bodyOf(report);
  const day = moment === undefined ? date(report.at) : `As of ${exactTime(moment)}`;
  const confidential = `Confidential: for ${report.organisation} and its authorised recipients`;
  const running = {
    topLeft: shorten(report.organisation, RUNNING),
    topRight: shorten(`${report.title} · ${report.subject}`, RUNNING),
    bottomLeft: `Confidential · ${day}`,
  };
  const { title, subject, about } = report;
  const text = [body.text, confidential, ...Object.values(running), title, subject, ...about].join('');
  const styles = [fontFaces(text), pageRules(running), STYLES].join('\n');
  return {
    contentsBeyond: CONTENTS_BEYOND,
    contentsPages: contentsPages(report.sections),
    html: (pageOf) =>
      html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${title}: ${subject}</title>
<style>${trusted(styles)}</style></head>
<body>${cover(report, moment === undefined ? day : html`<b>${day}</b>`, confidential, moment !== undefined)}${contents(report.sections, pageOf)}${body}</body></html>`
        .text,
  };
}

function cover({ organisation, title, subject, about, at }: Report, day: Content, confidential: string, isPast: boolean): Html {
  return html`<div class="cover"><p class="organisation">${organisation}</p><div class="rule"></div>
<h1>${title}</h1><p class="subject">${subject}</p>
<div class="about">${about.map((line) => html`<p>${line}</p>`)}<p>${day}</p></div>
<p class="confidential">${confidential}.${isPast ? '' : ` Data as of ${dateTime(at)}.`}</p></div>`;
}

/** The headings in print order: below the title, sections are on level 2, their parts on level 3. */
function headings(sections: Section[], level = 2): { title: string; level: number }[] {
  return sections.flatMap(({ title, parts = [] }) => [{ title, level }, ...headings(parts, level + 1)]);
}

/** The height of its lines is set in the styles, in millimetres. */
function contentsPages(sections: Section[]): number {
  const lines = headings(sections).map(({ level }) => (level === 2 ? 7.3 : 6.1));
  return Math.ceil((16 + lines.reduce((sum, height) => sum + height, 0)) / 251);
}

/** Invisible without page numbers; its links let the printer find them. */
function contents(sections: Section[], pageOf?: Map<string, number>): Html {
  const lines = headings(sections).map(
    ({ title, level }, i) => html`<a class="level${level}" href="#s${i}"><span class="name">${title}</span>
<span class="dots"></span><span class="page">${pageOf?.get(`s${i}`)}</span></a>`,
  );
  return html`<div class="contents"${!pageOf && trusted(' hidden')}><p class="title">Contents</p>${lines}</div>`;
}

function bodyOf({ sections }: Report): Html {
  let number = 0;
  const write = ({ title, body, parts = [], newPage }: Section, level: number): Html => {
    const id = `s${number++}`;
    const heading =
      level === 2
        ? html`<h2 id="${id}" class="${id === 's0' ? 'first' : newPage && 'new-page'}">${title}</h2>`
        : html`<h3 id="${id}">${title}</h3>`;
    return html`${heading}${body}${parts.map((part) => write(part, level + 1))}`;
  };
  return html`${sections.map((section) => write(section, 2))}`;
}

export interface ColumnOf<T> {
  head: string;
  cell(row: T, index: number): Content;
  /** number: right-aligned; short: never wrapped. */
  kind?: 'number' | 'short';
  /** In millimetres. */
  width?: number;
}

/** A table whose header is repeated on every page. */
export function table<T>(rows: readonly T[], columns: ColumnOf<T>[], size?: 'compact'): Html {
  return html`<table class="${size}"><thead><tr>${columns.map(
    ({ head, kind, width }) =>
      html`<th scope="col" class="${kind}"${width !== undefined && trusted(` style="width:${width}mm"`)}>${head}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (row, i) => html`<tr>${columns.map(({ cell, kind }) => html`<td class="${kind}">${cell(row, i)}</td>`)}</tr>`,
  )}</tbody></table>`;
}

/** Parts side by side, each with a heading. */
export function columns(parts: [name: string, content: Content][]): Html {
  return html`<div class="columns">${parts.map(([name, content]) => html`<div><p class="name">${name}</p>${content}</div>`)}</div>`;
}

/** Names and values in two columns. */
export function facts(rows: [name: string, value: Content][]): Html {
  return html`<table class="facts"><tbody>${rows.map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
  )}</tbody></table>`;
}

/** Longer values are set smaller. */
const LONG = 9;

export function tiles(rows: [name: string, value: string][]): Html {
  return html`<div class="tiles">${rows.map(
    ([name, value]) =>
      html`<div class="tile"><span class="${value.length > LONG ? 'value long' : 'value'}">${value}</span>
<span class="name">${name}</span></div>`,
  )}</div>`;
}

/** A label preceded by its pattern. */
export function mark(fill: Fill): Html {
  return html`<span class="mark">${swatch(fill)}${fill.label}</span>`;
}

export const note = (content: Content) => html`<p class="note">${content}</p>`;
export const limitNote = (content: Content) => html`<p class="limit">${content}</p>`;
/** A note if only some of many are printed. */
export const cutNote = (shown: number, total: number, things: string) =>
  shown < total && limitNote(`${count(shown)} of ${count(total)} ${things} are listed here.`);
/** Smaller text in a cell. */
export const more = (content: Content) => html`<span class="more">${content}</span>`;
