import type { Ajv, ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { AjvCustomizer } from 'openapi-backend';
import type { FieldMessages } from '../src/kernel/errors';
import { parseDate, parseDateTime } from '../src/platform/dates';
import { email } from '../src/kernel/validate';

const VENDOR_STATUSES = ['REQUESTED', 'ACTIVE', 'OFFBOARDING', 'ARCHIVED'];

/** The formats of openapi.yaml that need our own message or an additional check. */
const FORMATS: Readonly<Record<string, { words: string; check?: (text: string) => boolean }>> = {
  email: { words: 'must be an e-mail address', check: (text) => email.safeParse(text).success },
  date: { words: 'must be a date (YYYY-MM-DD)', check: (text) => isInCalendar(parseDate(text)) },
  'vendor-statuses': {
    words: `must be one or several of ${VENDOR_STATUSES.join(', ')}, separated by commas`,
    check: (text) => text.split(',').every((word) => VENDOR_STATUSES.includes(word)),
  },
  'date-or-date-time': {
    words: 'must be a date (2026-11-15) or a date-time with an offset (2026-11-15T09:30:00Z)',
    check: (text) => isInCalendar(parseDateTime(text)),
  },
};

/** In this notation, PostgreSQL supports the years 1 to 9999. */
function isInCalendar(moment: string | undefined): boolean {
  return moment !== undefined && /^\d{4}-/.test(moment) && !moment.startsWith('0000');
}

/** One Ajv for all parameters and one for all bodies; the library would create one per operation. */
export function sharedAjv(): AjvCustomizer {
  const shared = new Map<unknown, Ajv>();
  return (fresh, _options, purpose) => {
    let ajv = shared.get(purpose);
    if (!ajv) {
      ajv = addFormats(fresh);
      for (const [name, { check }] of Object.entries(FORMATS)) if (check) ajv.addFormat(name, check);
      shared.set(purpose, ajv);
    }
    return ajv;
  };
}

/** What is wrong, with one message per parameter or body field. */
export function fieldMessages(errors: readonly ErrorObject[]): FieldMessages {
  const fields: FieldMessages = {};
  for (const error of errors) {
    // "/query/page", "/requestBody/tags/0"; a missing property is named separately.
    const [, , ...place] = error.instancePath.split('/');
    if (error.keyword === 'required') place.push(error.params.missingProperty as string);
    const field = place.join('.');
    // A wrong value or format is more helpful to know than a wrong length.
    if (!fields[field] || error.keyword === 'enum' || error.keyword === 'format') fields[field] = words(error);
  }
  return fields;
}

interface Bounds {
  minimum?: number;
  maximum?: number;
}

/** Limits from here on are meant for code generators, not for people. */
const BEYOND_PEOPLE = 1_000_000_000;

/** What a number must be, according to its schema. */
export function wholeNumber({ minimum, maximum = BEYOND_PEOPLE }: Bounds): string {
  if (minimum === undefined) return 'must be a whole number';
  const range = maximum >= BEYOND_PEOPLE ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
  return `must be a whole number ${range}`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be text',
  array: 'must be a list',
  object: 'must be an object',
  boolean: 'must be true or false',
  number: 'must be a number',
};

function words({ keyword, params, message, parentSchema, data, instancePath }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      if (instancePath.startsWith('/query') && Array.isArray(data)) return 'is given more than once';
      // For null, "must be text" or "must be a list" wouldn't help.
      return data === null ? 'is required' : (TYPES[params.type as string] ?? wholeNumber(parentSchema as Bounds));
    case 'minimum':
    case 'maximum':
      return wholeNumber(parentSchema as Bounds);
    case 'required':
    case 'minLength':
      return 'is required';
    case 'maxLength':
      return `is longer than ${(params.limit as number).toLocaleString('en')} characters`;
    case 'maxItems':
      return `has more than ${params.limit as number} entries`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).filter((value) => value !== null).join(', ')}`;
    case 'format':
      return FORMATS[params.format as string]?.words ?? message!;
    default:
      return message!;
  }
}
