import { readRelations } from '../domains/framework/crosswalk.reader';
import { readFramework } from '../domains/framework/framework.reader';
import { readTemplate } from '../domains/template/template.reader';
import { readVendors } from '../domains/vendor/vendor-import.reader';

/**
 * What becomes of imported files before the database sees them. These know nothing of the server, so that they also run
 * in a process of their own.
 */
export const READERS = {
  framework: readFramework,
  relations: readRelations,
  template: readTemplate,
  vendors: readVendors,
};

export type Readers = typeof READERS;
