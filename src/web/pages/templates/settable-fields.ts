import { useOwnFields } from '../vendors/own-fields';

const FIELDS: [key: string, label: string][] = [
  ['dataSensitivity', 'Data sensitivity'],
  ['contractValue', 'Annual contract value'],
  ['geographicRisk', 'Geographic exposure'],
  ['serviceDescription', 'Service provided'],
  ['contractRenewalDate', 'Contract renewal'],
];

/** The labels of the fields of a vendor that an answer to an intake form can set, by their keys; none for other templates. */
export function useSettableFields(isIntake: boolean): ReadonlyMap<string, string> {
  const own = useOwnFields(isIntake);
  return new Map(isIntake ? [...FIELDS, ...own.map(({ key, label }): [string, string] => [key, label])] : []);
}
