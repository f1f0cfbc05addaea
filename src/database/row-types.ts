import { type CustomTypesConfig, types } from 'pg';

const TIMESTAMPTZ = 1184;
const DATE = 1082;
const INT8 = 20;
const TEXT_ARRAY = 1009;
const NUMERIC = 1700;

/** Times become ISO text straight from the wire, without a Date in between; counts and sums become numbers. */
export const ROW_TYPES: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === TIMESTAMPTZ) return isoTime;
      if (oid === DATE) return (text: string) => text;
      if (oid === INT8 || oid === NUMERIC) return Number;
      if (oid === TEXT_ARRAY) return textArray;
    }
    return types.getTypeParser(oid, format as 'text');
  },
};

const parseArray = types.getTypeParser(TEXT_ARRAY as never, 'text') as (text: string) => string[];

/** Most text arrays contain nothing quoted, so they can be split at the commas. */
function textArray(text: string): string[] {
  if (text === '{}') return [];
  return /["\\]|NULL/i.test(text) ? parseArray(text) : text.slice(1, -1).split(',');
}

/** "2026-11-15 09:30:00.12+00" to "2026-11-15T09:30:00.120Z". */
function isoTime(text: string): string {
  if (!text.endsWith('+00')) return new Date(text).toISOString();
  const fraction = text.length > 22 ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
