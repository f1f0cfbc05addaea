import type { Permission } from '../../auth/permissions';

/** Besides the system roles, one that a company might create. */
export const DEMO_ROLE = {
  name: 'Vendor manager',
  description: 'Manages vendors and sends questionnaires; does not review',
  permissions: [
    'vendors:view',
    'vendors:create',
    'vendors:edit',
    'assessments:view',
    'assessments:create',
    'assessments:edit',
    'templates:view',
    'frameworks:view',
  ] satisfies Permission[],
};

export interface DemoUser {
  name: string;
  email: string;
  /** A system role, or the one above. */
  role: string;
}

export const DEMO_USERS: readonly [DemoUser, ...DemoUser[]] = [
  { name: 'Alva Lind', email: 'alva.lind@example.com', role: 'Admin' },
  { name: 'Ben Okafor', email: 'ben.okafor@example.com', role: 'Reviewer' },
  { name: 'Mirela Popa', email: 'mirela.popa@example.com', role: 'Reviewer' },
  { name: 'Haruto Abe', email: 'haruto.abe@example.com', role: DEMO_ROLE.name },
  { name: 'Leila Nasser', email: 'leila.nasser@example.com', role: DEMO_ROLE.name },
  { name: 'Carmen Díaz', email: 'carmen.diaz@example.com', role: 'Viewer' },
];
