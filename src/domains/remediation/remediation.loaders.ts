import type { Row } from '../../database/rows';
import { loader } from '../../graphql/engine/loaders';
import type { Remediation } from './remediation.entity';
import type { PortalFinding } from './remediation.inputs';
import * as store from './remediation.store';

/** The newest turn of each finding. */
export const newestTurnOf = loader<string, Row<Remediation> | null>(async (findingIds, ctx) => {
  const found = new Map((await ctx.database.query(store.newest(findingIds))).map((turn) => [turn.findingId, turn]));
  return findingIds.map((id) => found.get(id) ?? null);
});

/** The findings that links show. */
export const findingsBehind = loader<string, PortalFinding[]>((linkIds, ctx) =>
  Promise.all(linkIds.map((linkId) => ctx.database.query(store.shown(linkId)))),
);
