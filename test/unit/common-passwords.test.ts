import { isCommonPassword } from '../../src/auth/common-passwords';

test.each([
  'password',
  'PassWord1',
  'iloveyou',
  'qwertyuiop',
  '123456789012',
  '987654321',
  'abcdefgh',
  'aaaaaaaaaaaa',
  '12341234',
  'zxcvbnm',
])('%s is one of the most used', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['correct horse battery', 'a long enough password', '😀'.repeat(150), 'abcdefgh1', 'vendor risk 2026'])(
  '%s is not',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
