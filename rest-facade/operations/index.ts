import type { OperationId, RestOperation } from '../operation';
import { assessments } from './assessments';
import { audit } from './audit';
import { dashboard } from './dashboard';
import { findings } from './findings';
import { frameworks } from './frameworks';
import { reports } from './reports';
import { templates } from './templates';
import { vendors } from './vendors';

/** The operations of openapi.yaml by their operationId. */
export const operations: { readonly [Id in OperationId]: RestOperation<Id> } = {
  ...vendors,
  ...assessments,
  ...findings,
  ...frameworks,
  ...templates,
  ...audit,
  ...dashboard,
  ...reports,
};
