-- At least one row in every table, with values that are hard to carry over: tabs, line ends, backslashes, \N as
-- text, quotes, other scripts, empty next to null, lists, JSON, fractions, rows that refer to later ones of their
-- own table.
insert into role (id, name, permissions) values
  ('00000000-0000-4000-8000-000000000001', E'Tab\there, line\nend, back\\slash, "quotes" and ''more''',
    '{vendors:view,"a,b","c\"d"}'),
  ('00000000-0000-4000-8000-000000000002', '\N', '{}');
insert into app_user (id, name, email, password_hash, role_id) values
  ('00000000-0000-4000-8000-000000000003', 'Zoë 東京 🚀', 'zoe@example.org', '', '00000000-0000-4000-8000-000000000001');
insert into session (token_hash, user_id, expires_at) values
    ('t', '00000000-0000-4000-8000-000000000003', '2027-01-01');
insert into identity_provider (id, name, issuer, client_id, secret_box, scopes, role_mappings, default_role_id) values
  ('00000000-0000-4000-8000-000000000031', E'P\t', 'https://login.example.org', 'c', 'b', '{"a,b"}',
    '[{"value": "\\n", "roleId": "00000000-0000-4000-8000-000000000001"}]', '00000000-0000-4000-8000-000000000002');
insert into user_identity (user_id, issuer, subject) values
  ('00000000-0000-4000-8000-000000000003', 'https://login.example.org', E's\t');
insert into provider_session (session_id, provider_id, subject, sid)
  select id, '00000000-0000-4000-8000-000000000031', 's', null from session;
insert into factor (user_id, kind, name, credential_id, public_key, counter, transports) values
  ('00000000-0000-4000-8000-000000000003', 'PASSKEY', E'Key\t', 'c', 'k', 4294967295, '{"a,b",usb}');
insert into recovery_code (user_id, code_hash) values ('00000000-0000-4000-8000-000000000003', 'h');
insert into account_link (user_id, kind, token_hash, expires_at) values
  ('00000000-0000-4000-8000-000000000003', 'RESET', 'h', '2027-01-01');
insert into device (user_id, token_hash) values ('00000000-0000-4000-8000-000000000003', 'h');
insert into api_key (name, prefix, secret_hash, created_by_id, has_left_name) values
    ('k', 'p', 's', '00000000-0000-4000-8000-000000000003', true);
insert into scim_token (name, prefix, secret_hash, created_by_id) values (E'S\t', 'p', 's', '00000000-0000-4000-8000-000000000003');
insert into scim_group (id, display_name, external_id, role_id) values
  ('00000000-0000-4000-8000-000000000040', E'G\n', '', '00000000-0000-4000-8000-000000000001');
insert into scim_member (group_id, user_id) values ('00000000-0000-4000-8000-000000000040', '00000000-0000-4000-8000-000000000003');
insert into scim_profile (user_id, external_id, given_name) values ('00000000-0000-4000-8000-000000000003', '\N', '');
insert into webhook (id, name, url, types, secret_box, position) values
  ('00000000-0000-4000-8000-000000000050', E'W\t', 'https://example.org/\N', '{"a,b"}', 's', '0');
insert into webhook_delivery (webhook_id, entry_id, type, attempts, place, lane, seq) values
  ('00000000-0000-4000-8000-000000000050', '00000000-0000-4000-8000-000000000051', 't', E'[{"error": "\\n"}]', 9007199254740991, 15, 1);
insert into secret (name, value) values ('session', 'secret');
insert into rate_limit (key, count, resets_at) values ('k', 1, '2027-01-01 00:00:00.123+02');
insert into idempotency_key (caller, key, body_hash, status, answer, tag) values ('c', ' k~', 'h', 201, E'{"a": "\\n\t"}', '"1"');
insert into portfolio (id, name, description) values ('00000000-0000-4000-8000-000000000030', E'P\t', '');
insert into vendor (id, name, contact_email, notes, tags, owner_id, portfolio_id, overall_score, contract_renewal_date) values
  ('00000000-0000-4000-8000-000000000004', '', 'v@example.org', E'\r\n\\.\n', '{NULL,"NULL",""}',
    '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000030', 0.1 + 0.2, '2027-02-28');
insert into vendor_request (id, vendor_id, name, answers, requested_by_name) values
  ('00000000-0000-4000-8000-000000000060', '00000000-0000-4000-8000-000000000004', E'R\t',
    '[{"value": "\\n", "question": "Q", "questionId": "q"}]', 'Z');
insert into intake_decision (request_id, decided_by_name, note) values ('00000000-0000-4000-8000-000000000060', 'Y', E'a\tb');
insert into offboarding_step (vendor_id, kind, note) values ('00000000-0000-4000-8000-000000000004', 'DATA', E'\\N');
insert into own_field_value (vendor_id, key, value) values ('00000000-0000-4000-8000-000000000004', 'k', '"\\n\\t"');
insert into saved_view (list, name, filter, columns, owner_id) values
  ('VENDORS', E'V\t', '{"query": "\\n"}', '{"a,b"}', '00000000-0000-4000-8000-000000000003');
insert into notification (user_id, kind, entry_id, entity_type, entity_id, vendor_id, read_at) values
  ('00000000-0000-4000-8000-000000000003', 'REPLIED', '00000000-0000-4000-8000-000000000052', 'Assessment',
    '00000000-0000-4000-8000-000000000053', '00000000-0000-4000-8000-000000000004', '2027-01-01 00:00:00.123+02');
insert into notification_setting (user_id, kind, email) values ('00000000-0000-4000-8000-000000000003', 'OVERDUE', 'NEVER');
insert into framework (id, name) values ('00000000-0000-4000-8000-000000000005', 'F');
insert into control (id, framework_id, code, title, position) values
  ('00000000-0000-4000-8000-000000000006', '00000000-0000-4000-8000-000000000005', 'C-1', 'C', 1),
  ('00000000-0000-4000-8000-000000000012', '00000000-0000-4000-8000-000000000005', 'C-2', 'C', 2);
insert into control_relation (from_id, to_id, relation) values
  ('00000000-0000-4000-8000-000000000006', '00000000-0000-4000-8000-000000000012', 'RELATED');
insert into template (id, name, family) values
  ('00000000-0000-4000-8000-000000000007', 'T', '00000000-0000-4000-8000-000000000007');
insert into template_section (id, template_id, title, position) values
  ('00000000-0000-4000-8000-000000000008', '00000000-0000-4000-8000-000000000007', 'S', 1);
insert into template_question (id, section_id, template_id, position, text, type, risk_weight, expected_answer) values
  ('00000000-0000-4000-8000-000000000009', '00000000-0000-4000-8000-000000000008',
    '00000000-0000-4000-8000-000000000007',
    1, 'Q', 'NUMERIC', 'HIGH', '{"a": [1.50, "\\n\n", null]}');
insert into template_question_control (question_id, control_id) values
  ('00000000-0000-4000-8000-000000000009', '00000000-0000-4000-8000-000000000006');
insert into assessment (id, title, vendor_id, previous_id) values
  ('00000000-0000-4000-8000-00000000000a', 'later', '00000000-0000-4000-8000-000000000004',
    '00000000-0000-4000-8000-00000000000b'),
  ('00000000-0000-4000-8000-00000000000b', 'earlier', '00000000-0000-4000-8000-000000000004', null);
insert into assessment_question (id, assessment_id, section, position, text, type, risk_weight, exclusive_options) values
  ('00000000-0000-4000-8000-00000000000c', '00000000-0000-4000-8000-00000000000a', 'S', 1, 'Q', 'YES_NO', 'LOW', '{"a,b"}');
insert into assessment_question_control (question_id, assessment_id, code, title, framework_name) values
  ('00000000-0000-4000-8000-00000000000c', '00000000-0000-4000-8000-00000000000a', 'C-1', 'C', 'F');
insert into response (id, assessment_id, question_id, value, weighted_score, kept_value, not_applicable_reason) values
  ('00000000-0000-4000-8000-00000000000d', '00000000-0000-4000-8000-00000000000a',
    '00000000-0000-4000-8000-00000000000c',
    'null', 1e-300, '["\\n", null]', E'\\N\t');
insert into review_decision (response_id, assessment_id, decision) values
  ('00000000-0000-4000-8000-00000000000d', '00000000-0000-4000-8000-00000000000a', 'APPROVED');
insert into comment (id, assessment_id, parent_id, author_type, author_name, body) values
  ('00000000-0000-4000-8000-00000000000e', '00000000-0000-4000-8000-00000000000a',
    '00000000-0000-4000-8000-00000000000f', 'USER', 'Z', 'reply'),
  ('00000000-0000-4000-8000-00000000000f', '00000000-0000-4000-8000-00000000000a', null, 'VENDOR', 'V', 'question');
insert into portal_link (assessment_id, token_hash, expires_at) values
    ('00000000-0000-4000-8000-00000000000a', 't', '2027-01-01');
insert into certification (id, vendor_id, name) values
  ('00000000-0000-4000-8000-000000000010', '00000000-0000-4000-8000-000000000004', 'ISO');
insert into responsibility_action (vendor_id, certification_id, certification_name, control_code, control_title,
    framework_name)
  values ('00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000010', 'ISO', 'C-1', 'C', 'F');
insert into attachment (file_name, mime_type, size_bytes, sha256, storage_key, vendor_id) values
  ('f.pdf', 'application/pdf', 5, 's', 'ab/cdef', '00000000-0000-4000-8000-000000000004');
insert into finding (id, vendor_id, assessment_id, title, severity) values
  ('00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000004',
    '00000000-0000-4000-8000-00000000000a', 'F', 'HIGH');
insert into finding_control (finding_id, code) values ('00000000-0000-4000-8000-000000000011', 'C-1');
insert into remediation_link (id, vendor_id, token_hash, message, expires_at) values
  ('00000000-0000-4000-8000-000000000012', '00000000-0000-4000-8000-000000000004', 't', E'a\tb', '2027-01-01');
insert into remediation (finding_id, link_id, plan) values
  ('00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000012', E'\\N');
insert into finding_sighting (finding_id, assessment_id, question_id) values ('00000000-0000-4000-8000-000000000011',
    '00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000c');
insert into risk_acceptance (id, finding_id, reason, until, requested_by_name) values ('00000000-0000-4000-8000-000000000013',
    '00000000-0000-4000-8000-000000000011', E'a\tb', '2027-01-01', 'Z');
insert into risk_decision (acceptance_id, decided_by_name) values ('00000000-0000-4000-8000-000000000013', 'Y');
insert into logo (mime_type, content) values ('image/png', '\x00ff');
insert into mail_file (name, content_type, content) values ('n', 'application/pdf', '\x00ff');
insert into mail (kind, recipient, subject, text) values ('k', 'r@example.org', 's', 't');
insert into job (name, due_at) values ('j', '2027-01-01');
insert into tally (kind, key, lane, count) values ('k', 'k', 0, 1);
insert into portfolio_tally (portfolio_id, kind, key, lane, count) values ('00000000-0000-4000-8000-000000000004', 'k', 'k', 0, 1);
insert into audit_count (action, day, lane, count) values ('A', '2027-01-01', 0, 1);
insert into audit_leaf (index, lane, seq, commitments, salt, salts, changes) values
  (0, 0, 1, '{"changes": "c"}', '\x00ff', '{}', '[{"field": "a\\b", "before": null, "after": "\t"}]');
insert into audit_tile (level, index, hashes) values (0, 0, '\x000a0d5c09ff');
insert into audit_checkpoint (size, note, cosignatures) values (1, E'origin\n1\nroot\n\n— origin x\n', E'— witness y\n');
insert into witness_state (vkey, cosigned_size, last_error) values ('w+1+x', 1, E'a\tb\\');
