import { config } from 'zod';

/**
 * Import this before any module that builds zod schemas: zod tests whether it may compile code, which our content security
 * policy blocks and the browser reports.
 */
config({ jitless: true });
