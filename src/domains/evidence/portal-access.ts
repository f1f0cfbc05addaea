import type { RequestContext } from '../../kernel/context';
import type { Change } from '../audit/audit.service';

/** What a vendor's link opens. */
export interface PortalAccess {
  /** The one assessment whose files the link may add and read. */
  assessmentId: string;
  vendorName: string;
  /** Whether answers may be changed now. The upload asks again, with the assessment locked, when it keeps the file. */
  isEditable: boolean;
  /**
   * Runs in the transaction that keeps a file for a question, after the lock and before the row. The place to move the
   * assessment from SENT to IN_PROGRESS.
   */
  beforeSave?(tx: Change, questionId: string): Promise<void>;
}

/** Finds what a token and password open; null if they open nothing. Counting the tries is its business. */
export type PortalAccessCheck = (ctx: RequestContext, token: string, password?: string) => Promise<PortalAccess | null>;

let check: PortalAccessCheck = async () => null;

/**
 * The slot for the portal, which knows links and passwords and is built upon evidence. Its module calls this once, when
 * it is loaded; until then no token opens anything.
 */
export function registerPortalAccess(portal: PortalAccessCheck): void {
  check = portal;
}

export const portalAccess: PortalAccessCheck = (ctx, token, password) => check(ctx, token, password);
