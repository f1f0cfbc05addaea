import { z } from 'zod';
import { line } from '../../kernel/validate';

const MOST_GROUPS = 200;
const MOST_IN_GROUP = 20;

const phrase = line(100).regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit');

/** Groups of words and phrases; bounded, because every search goes through them. */
export const synonymsRule = z
  .array(z.array(phrase).min(2, 'must have at least two words or phrases').max(MOST_IN_GROUP, `has more than ${MOST_IN_GROUP} entries`))
  .max(MOST_GROUPS, `has more than ${MOST_GROUPS} groups`);
