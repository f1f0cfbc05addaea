import type { Response } from 'express';
import { Attendance } from '../database/attendance';
import { Problem } from '../kernel/errors';

const attendances = new WeakMap<Response, Attendance>();

/** Whether the client waiting for this response is still connected: shared by all reads for it, however many pages. */
export function attendanceOf(res: Response): Attendance {
  let attendance = attendances.get(res);
  if (!attendance) {
    const made = (attendance = new Attendance());
    attendances.set(res, made);
    if (res.destroyed) made.end();
    else res.once('close', () => res.writableFinished || made.end());
  }
  return attendance;
}

/** A signal that aborts the work when the caller disconnects. */
export function whileConnected(res: Response): AbortSignal {
  const left = new AbortController();
  res.once('close', () => left.abort(new Problem('SERVICE_UNAVAILABLE', 'The caller disconnected')));
  return left.signal;
}
