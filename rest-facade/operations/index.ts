import type { Operation } from '../operation';
import { audit } from './audit';
import { frameworks } from './frameworks';
import { templates } from './templates';
import { vendors } from './vendors';

/** The operations of openapi.yaml by their operationId. */
export const operations: Readonly<Record<string, Operation>> = { ...vendors, ...frameworks, ...templates, ...audit };
