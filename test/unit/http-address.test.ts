import { httpAddress } from '../../src/web/components/http-address';

test.each([
  ['https://acme.example', 'https://acme.example/'],
  ['HTTP://Acme.Example:8080/a b', 'http://acme.example:8080/a%20b'],
  ['  https://acme.example/\n', 'https://acme.example/'],
])('%j is a link to %s', (text, address) => {
  expect(httpAddress(text)).toBe(address);
});

test.each([
  'acme.example',
  'www.acme.example',
  'ask Ada',
  'http://',
  '//acme.example',
  '/vendors',
  'ftp://acme.example',
  'mailto:a@b.example',
  'javascript:alert(1)',
  'JavaScript://acme.example/%0aalert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://acme.example/1',
  'file:///etc/passwd',
  'view-source:https://a.example',
])('%j is text, not a link', (text) => {
  expect(httpAddress(text)).toBeUndefined();
});
