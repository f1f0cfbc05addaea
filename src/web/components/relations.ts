import type { ControlRelation } from '../api/enums.generated';

/** How one control relates to another: "A.5.1 is equal to GV.PO-01". */
export const RELATIONS: Record<ControlRelation, string> = {
  EQUAL: 'is equal to',
  SUBSET: 'is part of',
  SUPERSET: 'contains',
  RELATED: 'is related to',
};

/** The same in brackets after a control that covers another: "A.5.4 (related)". */
export const RELATION_NOTES: Record<ControlRelation, string> = {
  EQUAL: 'equal',
  SUBSET: 'part of it',
  SUPERSET: 'contains it',
  RELATED: 'related',
};

export const relationText = (relation: ControlRelation) => RELATIONS[relation];
