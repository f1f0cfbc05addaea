import { daysUntil, frameworksNamed, percentDone } from '../../src/domains/certification/certification.rules';

describe('the frameworks that a certification names', () => {
  test.each<[string, string, boolean]>([
    ['ISO 27001', 'ISO 27001', true],
    ['iso27001', 'ISO 27001', true],
    ['ISO/IEC 27001:2022', 'ISO 27001', true],
    ['ISO 27001', 'ISO/IEC 27001:2022', true],
    ['ISO-27001:2013 certificate', 'ISO/IEC 27001:2022', true],
    ['DIN EN ISO/IEC 27001', 'ISO 27001', true],
    ['ISO 27001', 'ISO 27001 Annex A', true],
    ['ISO 27001/27017/27018', 'ISO 27001', true],
    ['ISO 27017', 'ISO 27001', false],
    ['ISO 270011', 'ISO 27001', false],
    ['ISO', 'ISO 27001', false],
    ['27001', 'ISO 27001', false],
    ['SOC2 Type II', 'SOC 2', true],
    ['SOC 2 Type 1', 'SOC 2', true],
    ['AICPA SOC 2® Type 2 Report', 'SOC 2', true],
    ['SOC 2 Type II', 'SOC 2 Trust Services Criteria', true],
    ['SOC-2', 'soc 2', true],
    ['SOC 1 Type 2', 'SOC 2', false],
    ['SOC 1 Type II', 'SOC 2', false],
    ['SOC 3', 'SOC 2', false],
    ['SOC', 'SOC 2', false],
    ['SOC 2 + HITRUST', 'HITRUST', true],
    ['PCI-DSS v4.0', 'PCI DSS', true],
    ['PCI DSS', 'PCI DSS v4.0.1', true],
    ['PCI PIN', 'PCI DSS', false],
    ['HIPAA', 'HIPAA Security Rule', true],
    ['HIPAA compliant', 'HIPAA Security Rule', true],
    ['Security', 'HIPAA Security Rule', false],
    ['NIST 800-53', 'NIST SP 800-53 Rev. 5', true],
    ['NIST SP 800-53r5', 'NIST SP 800-53', true],
    ['NIST SP 800-171', 'NIST SP 800-53', false],
    ['NIST CSF 2.0', 'NIST CSF', true],
    ['NIST', 'NIST CSF', false],
    ['BSI C5:2020', 'C5', true],
    ['FedRAMP Moderate', 'FedRAMP', true],
    ['Cybersecurity Maturity Model', 'Cybersecurity Framework', false],
    ['21 CFR Part 11', '21 CFR Part 11', true],
    ['Part 21', '21 CFR Part 11', false],
    ['情報セキュリティ', '情報セキュリティ', true],
    ['', 'ISO 27001', false],
    ['Certified', 'Standard', false],
    ['2022', '2022', false],
  ])('%j names %j: %s', (certification, name, expected) => {
    expect(frameworksNamed(certification, [{ name, version: null }])).toHaveLength(expected ? 1 : 0);
  });

  test('of several editions, the one in its name', () => {
    const editions = [
      { name: 'ISO 27001', version: '2013' },
      { name: 'ISO/IEC 27001:2022', version: null },
      { name: 'SOC 2', version: '2017' },
      { name: 'CIS Controls', version: '8' },
    ];
    expect(frameworksNamed('ISO 27001:2022', editions)).toEqual([editions[1]]);
    expect(frameworksNamed('ISO 27001:2013 and SOC 2', editions)).toEqual([editions[0], editions[2]]);
    expect(frameworksNamed('ISO 27001', editions)).toEqual([editions[0], editions[1]]);
    expect(frameworksNamed('ISO 27001:2005', editions)).toEqual([editions[0], editions[1]]);
    expect(frameworksNamed('CIS Controls v8', editions)).toEqual([editions[3]]);
  });
});

test.each([
  [{ total: 4, completed: 1, inProgress: 1, pending: 1, notApplicable: 1 }, 33],
  [{ total: 3, completed: 2, inProgress: 0, pending: 1, notApplicable: 0 }, 67],
  [{ total: 2, completed: 0, inProgress: 0, pending: 0, notApplicable: 2 }, 0],
  [{ total: 2, completed: 1, inProgress: 0, pending: 0, notApplicable: 1 }, 100],
])('%j is %i percent done', (counts, percent) => {
  expect(percentDone(counts)).toBe(percent);
});

test('days until a date, across a clock change and a new year', () => {
  expect(daysUntil('2026-03-30', '2026-03-28')).toBe(2);
  expect(daysUntil('2027-01-01', '2026-12-31')).toBe(1);
  expect(daysUntil('2026-01-01', '2026-01-01')).toBe(0);
  expect(daysUntil('2025-12-31', '2026-01-01')).toBe(-1);
});
