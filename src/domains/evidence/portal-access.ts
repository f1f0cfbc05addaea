import type { RequestContext } from '../../kernel/context';
import type { Change } from '../audit/audit.service';

/** What a vendor's link gives access to. */
export interface PortalAccess {
  /** The one assessment whose files the link may add and read. */
  assessmentId: string;
  /** The titles of the sections that it opens; null: all. Files of other sections don't exist for it. */
  sections: readonly string[] | null;
  vendorName: string;
  /** Whether answers can be changed now. Checked again, with the assessment locked, when an upload is saved. */
  isEditable: boolean;
  /**
   * Runs in the transaction that saves a file for a question, after the lock and before the insert. This is where the portal
   * moves the assessment from SENT to IN_PROGRESS.
   */
  beforeSave?(tx: Change, questionId: string): Promise<void>;
  /** The same before a file is removed: the link may have ended meanwhile. */
  beforeRemoval?(tx: Change): Promise<void>;
}

/** What a vendor's link to findings gives access to. */
export interface FindingsAccess {
  linkId: string;
  vendorName: string;
  /** Locks a finding that the link shows and that is open; throws if there is none. */
  hold(tx: Change, findingId: string): Promise<void>;
  shows(findingId: string): Promise<boolean>;
}

/** Checks a token and password; null if they are invalid. It also counts the attempts. */
export type PortalAccessCheck = (ctx: RequestContext, token: string, password?: string) => Promise<PortalAccess | null>;

let check: PortalAccessCheck = async () => null;

/**
 * The hook for the portal, which knows links and passwords and depends on evidence. Its module calls this once, on load; until
 * then, no token is valid.
 */
export function registerPortalAccess(portal: PortalAccessCheck): void {
  check = portal;
}

export const portalAccess: PortalAccessCheck = (ctx, token, password) => check(ctx, token, password);
