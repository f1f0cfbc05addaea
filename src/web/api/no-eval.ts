import { config } from 'zod';

/**
 * Import it before rules that are made with zod: it would try whether it may compile code, which our content security
 * policy refuses and the browser reports.
 */
config({ jitless: true });
