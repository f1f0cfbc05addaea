import { Random } from './random';
import type { Service } from './services';

/** The company's portfolios, and what each buys: services by their first tag. */
const BUSINESS_UNITS = [
  {
    name: 'Technology',
    description: 'Hosting, security and software',
    buys: ['cloud', 'identity', 'backup', 'analytics', 'ai', 'security', 'network', 'development', 'monitoring'],
  },
  {
    name: 'Finance and people',
    description: 'Payments, payroll, legal and training',
    buys: ['payments', 'hr', 'finance', 'legal', 'documents', 'training'],
  },
  { name: 'Customers', description: 'Marketing, support and logistics', buys: ['marketing', 'support', 'logistics', 'content'] },
] as const satisfies readonly { name: string; description: string; buys: readonly string[] }[];

/** Their ids are derived from the seed. */
export function businessUnitsOf(seed: string) {
  return BUSINESS_UNITS.map((unit, i) => ({ ...unit, id: new Random(seed, 'business unit', i).uuid() }));
}

/** The portfolio of the unit that buys a service; some belong to none. */
export function unitBuying(seed: string, { tags: [tag] }: Service): string | null {
  return businessUnitsOf(seed).find(({ buys }) => (buys as readonly (string | undefined)[]).includes(tag))?.id ?? null;
}
