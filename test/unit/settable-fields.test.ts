import { fieldsSetBy } from '../../src/domains/intake/settable-fields';
import { type VendorField, VendorFieldKind } from '../../src/domains/settings/vendor-fields';

test('an answer sets an own field whatever its key is', () => {
  const own = ['constructor', 'toString', 'plain'].map((key): VendorField => ({
    key,
    label: key,
    kind: VendorFieldKind.TEXT,
    options: [],
    helpText: null,
    isRequired: false,
  }));
  const answers = own.map(({ key }) => ({ setsField: key, value: `of ${key}` }));
  expect(fieldsSetBy(answers, own)).toEqual({
    columns: {},
    own: { constructor: 'of constructor', toString: 'of toString', plain: 'of plain' },
  });
});
