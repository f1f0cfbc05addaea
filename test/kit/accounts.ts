/** The administrator that servers of tests begin with. */
export const ADMIN = { email: 'admin@example.org', password: 'correct horse battery' };
