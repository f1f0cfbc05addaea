import { z } from 'zod';
import { checkDocument } from '../../graphql/document-input';
import { check } from '../../kernel/validate';
import { templateFile } from './template.rules';
import type { ImportReader } from '../../imports/reader';

export const templateInput = z.object({ template: templateFile });

export type ReadTemplate = z.output<typeof templateFile>;

/** A template from exported JSON. */
function readTemplate(json: string): ReadTemplate {
  return check(templateInput, checkDocument('template', json)).template;
}

export const templateReader: ImportReader<string, ReadTemplate> = { kind: 'template', read: readTemplate };
