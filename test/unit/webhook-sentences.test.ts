import { AUDIT_ACTIONS } from '../../src/domains/audit/audit.actions';
import { bodyOf, type Told } from '../../src/domains/webhook/webhook.body';
import { WebhookFormat } from '../../src/domains/webhook/webhook.entity';

const ENTRY = {
  id: '11111111-1111-4111-8111-111111111111',
  lane: 0,
  seq: 1,
  hash: '',
  actor: 'Rita',
  entityType: 'Assessment',
  entityId: '22222222-2222-4222-8222-222222222222',
  entityName: 'Security 2026',
  vendorId: '33333333-3333-4333-8333-333333333333',
  vendorName: 'Acme',
  assessmentId: '22222222-2222-4222-8222-222222222222',
  findingId: null,
};

type Given = Partial<Record<'actor' | 'entityType' | 'entityName' | 'vendorName', string | null>>;

function sentence(action: string, given: Given = {}, type = ''): string {
  const told = { type, at: '2026-11-19T00:00:00.000Z', entry: { ...ENTRY, ...given, action } as Told['entry'] };
  const { text } = JSON.parse(bodyOf(WebhookFormat.SLACK, told, 'https://risk.example.org')) as { text: string };
  return text.slice(0, text.indexOf(' <'));
}

test('Slack and Teams are told sentences, with the thing in its place', () => {
  expect(sentence('SAVE_ANSWERS', { actor: 'Vendor portal (Acme)' })).toBe('Vendor portal (Acme) saved answers to “Security 2026” (Acme).');
  expect(sentence('SEND_BACK_ASSESSMENT')).toBe('Rita returned assessment “Security 2026” (Acme) to the vendor.');
  expect(sentence('ADD_COMMENT', { entityType: 'Finding', entityName: 'No $& backups' })).toBe(
    'Rita commented on “No $&amp; backups” (Acme).',
  );
  expect(sentence('CHANGE_TIER', { entityType: 'Vendor', entityName: 'Acme' })).toBe('Rita changed the tier of “Acme”.');
  expect(sentence('UPDATE_FINDING', { entityType: 'Finding', entityName: 'No backups' }, 'finding.remediated')).toBe(
    'Rita remediated finding “No backups” (Acme).',
  );
  expect(sentence('ASSESSMENT_OVERDUE', { actor: 'System' })).toBe('Assessment “Security 2026” (Acme) is overdue.');
});

test('what has no name, or is whoever did it, is left out', () => {
  expect(sentence('LOGIN_FAILED', { actor: 'System', entityName: null, vendorName: null })).toBe('Sign-in failed.');
  expect(sentence('ADD_FACTOR', { entityType: 'User', entityName: 'Rita', vendorName: null })).toBe('Rita added a second factor.');
});

test.each(Object.keys(AUDIT_ACTIONS))('%s makes one sentence', (action) => {
  expect(sentence(action)).toMatch(/^(Rita [a-z]|[A-Z]).*“Security 2026” \(Acme\).*\.$/);
  expect(sentence(action)).not.toContain('*');
});
