import type { ControlRelation } from '../api/enums.generated';

/** What a control is to another: "A.5.1 is equal to GV.PO-01". */
export const RELATIONS: Record<ControlRelation, string> = {
  EQUAL: 'is equal to',
  SUBSET: 'is a part of',
  SUPERSET: 'contains',
  RELATED: 'is related to',
};

export const relationText = (relation: ControlRelation) => RELATIONS[relation];
