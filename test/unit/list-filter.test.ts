import { as, fromDay, json, listFilter, NOBODY, percentage, person, toDay, yesNo } from '../../src/web/app/list-filter';
import { VENDOR_GROUP, type VendorGroupSearch } from '../../src/web/app/vendor-group';

/** What a view saves of a list is what the URL says, and opens as that. */

interface Search extends VendorGroupSearch {
  query?: string;
  reviewer?: string;
  from?: string;
  to?: string;
  score?: number;
  assessed?: 'yes' | 'no';
  fields?: string;
}

const LIST = listFilter<Search, Record<string, unknown>>({
  query: as('query'),
  ...VENDOR_GROUP,
  reviewer: person('reviewerId'),
  from: fromDay('createdFrom'),
  to: toDay('createdTo'),
  score: percentage('scoreFrom'),
  assessed: yesNo('isAssessed'),
  fields: json('fields'),
});

test.each<[Search, Record<string, unknown>]>([
  [{}, {}],
  [{ query: 'acme' }, { query: 'acme' }],
  [{ reviewer: NOBODY }, { reviewerId: null }],
  [{ reviewer: 'an-id' }, { reviewerId: 'an-id' }],
  [{ tier: ['HIGH', 'CRITICAL'] }, { tiers: ['HIGH', 'CRITICAL'] }],
  [{ tier: ['NONE'] }, { isUntiered: true }],
  [
    { owner: NOBODY, tag: 'edge' },
    { ownerId: null, tag: 'edge' },
  ],
  [{ score: 72.5 }, { scoreFrom: 0.725 }],
  [{ assessed: 'no' }, { isAssessed: false }],
  [{ fields: '[{"key":"region","equals":"EU"}]' }, { fields: [{ key: 'region', equals: 'EU' }] }],
])('%j is saved and opened again', (search, filter) => {
  expect(LIST.filterOf(search)).toEqual(filter);
  expect(LIST.searchOf(JSON.parse(JSON.stringify(filter)))).toEqual(search);
  expect(LIST.isSet(search)).toBe(Object.keys(search).length > 0);
});

test('days stand for their beginning and their end, where the user is', () => {
  const search: Search = { from: '2026-03-29', to: '2026-03-29' };
  const filter = LIST.filterOf(search);
  expect(Date.parse(String(filter.createdTo)) - Date.parse(String(filter.createdFrom))).toBeGreaterThan(22 * 3_600_000);
  expect(LIST.searchOf(filter)).toEqual(search);
});

test('one tier is read as several; what the page can’t show is named, and what can’t be read is left out', () => {
  expect(LIST.searchOf({ tier: 'LOW' })).toEqual({ tier: ['LOW'] });
  expect(LIST.unknownIn({ tier: 'LOW', ids: ['1'], query: null, externalId: null })).toEqual(['ids']);
  expect(LIST.filterOf({ fields: 'no JSON' })).toEqual({});
});
