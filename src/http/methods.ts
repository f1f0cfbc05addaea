import type { RequestHandler } from 'express';
import { httpProblem } from './errors';

/** For the end of a route: lists its methods for OPTIONS, and rejects all others. */
export function allows(...methods: string[]): RequestHandler {
  return (req, res) => {
    res.setHeader('Allow', [...methods, 'OPTIONS'].join(', '));
    if (req.method !== 'OPTIONS') throw httpProblem(405, 'Method not allowed');
    res.status(204).end();
  };
}
