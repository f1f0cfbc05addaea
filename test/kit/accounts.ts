/** The administrator that test servers start with. */
export const ADMIN = { email: 'admin@example.org', password: 'correct horse battery' };
