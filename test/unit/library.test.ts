import { z } from 'zod';
import { frameworksNamed } from '../../src/domains/certification/certification.rules';
import { type ConditionalLogic, visibleQuestions } from '../../src/domains/template/conditions.rules';
import { crosswalkFiles, frameworkItems, questionnaireItems, readItem } from '../../src/library/library.files';

/** The data files: what is true for each of them, and for all together. */

const frameworks = frameworkItems();
const questionnaires = questionnaireItems();
const codesOf = (key: string) => frameworks.find((item) => item.key === key)!.document.controls.map(({ code }) => code);
const allCodes = frameworks.flatMap(({ key }) => codesOf(key));
const questionsOf = (item: (typeof questionnaires)[number]) => item.document.sections.flatMap(({ questions }) => questions);
const FRAMEWORK_KEYS = ['dora', 'essential-eight', 'gdpr-art-28', 'iso-27001-2022', 'nist-csf-2.0', 'soc-2'];
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);
const SHORT_KEYS = ['ai-provider', 'privacy', 'saas-cloud', 'security-baseline'];

// What requesters are asked fails nobody.
const scored = questionnaires.filter(({ document }) => document.kind !== 'INTAKE');

test.each(scored.map((item) => [item.key, item] as const))('%s says of every question what is wrong if it fails', (_, item) => {
  const titles = questionsOf(item).map(({ findingTitle }) => findingTitle);
  expect(titles.filter((title) => title === null || title.length > 120 || /[?.]$/.test(title))).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
});

describe('the frameworks', () => {
  test('are the six promised ones', () => {
    expect(frameworks.map(({ key, document: { name, version } }) => [key, name, version])).toEqual([
      ['dora', 'DORA', '2022/2554'],
      ['essential-eight', 'Essential Eight', '2023'],
      ['gdpr-art-28', 'GDPR Article 28', '2016/679'],
      ['iso-27001-2022', 'ISO/IEC 27001', '2022'],
      ['nist-csf-2.0', 'NIST Cybersecurity Framework', '2.0'],
      ['soc-2', 'SOC 2', '2017'],
    ]);
  });

  test.each([
    ['A.5.6', 'Special interest groups', 'ISACs'],
    ['A.5.7', 'Threat intelligence', 'CTI'],
    ['A.5.3', 'Segregation of duties', ''],
    ['A.8.2', 'Privileged access rights', 'PAM'],
    ['A.8.5', 'Secure authentication', 'multi-factor authentication'],
    ['A.8.8', 'Technical vulnerability management', 'patch management'],
    ['A.8.12', 'Data leakage prevention', 'DLP'],
    ['CC8.1', 'Change management', ''],
    ['CC9.2', 'Vendor and business partner risk', 'third-party risk'],
    ['PR.DS-01', 'Data-at-rest protection', 'encryption'],
    ['RS.AN-03', 'Root cause analysis', ''],
    ['DORA-28(3)', 'Register of information', 'register of ICT contracts'],
    ['DORA-30(3)(d)', 'Threat-led penetration testing', 'TLPT'],
    ['GDPR-28(3)', 'Data processing agreement', 'DPA'],
    ['GDPR-28(3)(e)', 'Assistance with data subject requests', 'DSAR'],
    ['E8-AC-ML1', 'Application control on workstations', 'allowlisting'],
    ['E8-RB-ML3', 'Immutable backups', 'ransomware'],
  ])('have the familiar title for %s, and find it by its aliases', (code, title, alias) => {
    const control = frameworks.flatMap(({ document }) => document.controls).find((one) => one.code === code)!;
    expect(control.title).toBe(title);
    expect(control.guidance).toContain(alias);
  });

  // As numbered by the publishers: NIST left gaps where codes of version 1.1 moved.
  test.each<[string, Record<string, number[]>, (group: string, n: number) => string]>([
    [
      'nist-csf-2.0',
      {
        'GV.OC': upTo(5),
        'GV.RM': upTo(7),
        'GV.RR': upTo(4),
        'GV.PO': upTo(2),
        'GV.OV': upTo(3),
        'GV.SC': upTo(10),
        'ID.AM': [1, 2, 3, 4, 5, 7, 8],
        'ID.RA': upTo(10),
        'ID.IM': upTo(4),
        'PR.AA': upTo(6),
        'PR.AT': upTo(2),
        'PR.DS': [1, 2, 10, 11],
        'PR.PS': upTo(6),
        'PR.IR': upTo(4),
        'DE.CM': [1, 2, 3, 6, 9],
        'DE.AE': [2, 3, 4, 6, 7, 8],
        'RS.MA': upTo(5),
        'RS.AN': [3, 6, 7, 8],
        'RS.CO': [2, 3],
        'RS.MI': [1, 2],
        'RC.RP': upTo(6),
        'RC.CO': [3, 4],
      },
      (group, n) => `${group}-${String(n).padStart(2, '0')}`,
    ],
    ['iso-27001-2022', { 'A.5': upTo(37), 'A.6': upTo(8), 'A.7': upTo(14), 'A.8': upTo(34) }, (group, n) => `${group}.${n}`],
    [
      'soc-2',
      {
        CC1: upTo(5),
        CC2: upTo(3),
        CC3: upTo(4),
        CC4: upTo(2),
        CC5: upTo(3),
        CC6: upTo(8),
        CC7: upTo(5),
        CC8: upTo(1),
        CC9: upTo(2),
        A1: upTo(3),
        C1: upTo(2),
        PI1: upTo(5),
        P1: upTo(1),
        P2: upTo(1),
        P3: upTo(2),
        P4: upTo(3),
        P5: upTo(2),
        P6: upTo(7),
        P7: upTo(1),
        P8: upTo(1),
      },
      (group, n) => `${group}.${n}`,
    ],
    [
      'essential-eight',
      Object.fromEntries(['AC', 'PA', 'OM', 'UH', 'AP', 'PO', 'MFA', 'RB'].map((strategy) => [strategy, upTo(3)])),
      (strategy, level) => `E8-${strategy}-ML${level}`,
    ],
  ])('%s has all its controls, in order', (key, groups, code) => {
    expect(codesOf(key)).toEqual(Object.entries(groups).flatMap(([group, numbers]) => numbers.map((n) => code(group, n))));
  });

  test('GDPR and DORA name the articles they are about', () => {
    expect(codesOf('gdpr-art-28').filter((code) => !/^GDPR-(28|32|33)\(/.test(code))).toEqual([]);
    expect(codesOf('dora').filter((code) => !/^DORA-(28|29|30)\(/.test(code))).toEqual([]);
    expect(new Set(codesOf('dora').map((code) => code.slice(5, 7)))).toEqual(new Set(['28', '29', '30']));
  });

  test('no two controls have the same code', () => {
    expect(allCodes.filter((code, i) => allCodes.indexOf(code) < i)).toEqual([]);
  });

  test('every control has a domain, a title and guidance', () => {
    for (const { document } of frameworks) {
      for (const { code, domain, title, guidance } of document.controls) {
        expect([code, Boolean(domain), title !== code, Boolean(guidance)]).toEqual([code, true, true, true]);
      }
    }
  });

  test('NIST has six domains, ISO four, the Essential Eight eight', () => {
    const domains = (key: string) =>
      new Set(frameworks.find((item) => item.key === key)!.document.controls.map(({ domain }) => domain)).size;
    expect(['nist-csf-2.0', 'iso-27001-2022', 'essential-eight'].map(domains)).toEqual([6, 4, 8]);
  });

  test('some controls of SOC 2 and ISO 27001 are shared, not all', () => {
    for (const key of ['soc-2', 'iso-27001-2022']) {
      const { controls } = frameworks.find((item) => item.key === key)!.document;
      const shared = controls.filter(({ isSharedResponsibility }) => isSharedResponsibility).length;
      expect(shared).toBeGreaterThan(5);
      expect(shared).toBeLessThan(controls.length / 2);
    }
  });

  test.each([
    ['SOC 2 Type II', ['SOC 2']],
    ['SOC2', ['SOC 2']],
    ['ISO 27001:2022', ['ISO/IEC 27001']],
    ['ISO/IEC 27001', ['ISO/IEC 27001']],
    ['ISO27001', ['ISO/IEC 27001']],
    ['ISO 27001 and SOC 2 Type 1', ['ISO/IEC 27001', 'SOC 2']],
    ['ISO 27701', []],
    ['ISO 9001:2015', []],
    ['SOC 1 Type II', []],
    ['SOC 3', []],
    ['NIST SP 800-53', []],
    ['NIST Cybersecurity Framework 2.0', ['NIST Cybersecurity Framework']],
    ['Cyber Essentials Plus', []],
    ['Essential Eight Maturity Level 2', ['Essential Eight']],
    ['GDPR', []],
    ['PCI DSS 4.0', []],
  ])('a certification named "%s" names %j', (certification, names) => {
    const all = frameworks.map(({ document: { name, version } }) => ({ name, version: version ?? null }));
    expect(frameworksNamed(certification, all).map(({ name }) => name)).toEqual(names);
  });
});

describe('the crosswalks', () => {
  test('refer to existing frameworks and controls, with each pair once', () => {
    const pairs = crosswalkFiles().map(({ from, to }) => [from, to].sort().join(' '));
    expect(pairs.filter((pair, i) => pairs.indexOf(pair) < i)).toEqual([]);
    expect(pairs.length).toBeGreaterThan(4);
    for (const { from, to, relations } of crosswalkFiles()) {
      expect([from, to].filter((key) => !FRAMEWORK_KEYS.includes(key))).toEqual([]);
      const [fromCodes, toCodes] = [new Set(codesOf(from)), new Set(codesOf(to))];
      expect(relations.filter((row) => !fromCodes.has(row.from) || !toCodes.has(row.to))).toEqual([]);
    }
  });

  test('connect every framework with every other', () => {
    const connected = crosswalkFiles().map(({ from, to }) => [from, to].sort().join(' '));
    const pairs = FRAMEWORK_KEYS.flatMap((one, i) => FRAMEWORK_KEYS.slice(i + 1).map((other) => `${one} ${other}`));
    expect(connected.sort()).toEqual(pairs.sort());
  });
});

describe('the questionnaires', () => {
  test('are one for each framework, four short ones, and a form for intake', () => {
    expect(questionnaires.map(({ key }) => key).sort()).toEqual([...FRAMEWORK_KEYS, ...SHORT_KEYS, 'vendor-intake'].sort());
    expect(questionnaires.flatMap(({ key, document: { kind } }) => (kind === 'INTAKE' ? key : []))).toEqual(['vendor-intake']);
  });

  test.each(questionnaires.map((item) => [item.key, item] as const))('%s maps only to existing controls', (_, item) => {
    const known = new Set(allCodes);
    expect(
      questionsOf(item)
        .flatMap(({ controlCodes }) => controlCodes)
        .filter((code) => !known.has(code)),
    ).toEqual([]);
  });

  test.each(FRAMEWORK_KEYS)('%s covers every control of its framework with a scored question', (key) => {
    const item = questionnaires.find((one) => one.key === key)!;
    const scored = questionsOf(item).filter(({ expectedAnswer }) => expectedAnswer !== null);
    const asked = new Set(scored.flatMap(({ controlCodes }) => controlCodes));
    expect(codesOf(key).filter((code) => !asked.has(code))).toEqual([]);
  });

  test.each(SHORT_KEYS)('%s is short, and uses the features of questionnaires', (key) => {
    const questions = questionsOf(questionnaires.find((one) => one.key === key)!);
    expect(questions.length).toBeGreaterThanOrEqual(25);
    expect(questions.length).toBeLessThanOrEqual(45);
    expect(questions.some(({ conditionalLogic }) => conditionalLogic)).toBe(true);
    expect(questions.some(({ helpText }) => helpText)).toBe(true);
    expect(questions.some(({ type }) => type === 'FILE_UPLOAD')).toBe(true);
    expect(new Set(questions.map(({ type }) => type)).size).toBeGreaterThan(3);
    expect(new Set(questions.map(({ riskWeight }) => riskWeight)).size).toBeGreaterThan(2);
    const codes = new Set(questions.flatMap(({ controlCodes }) => controlCodes));
    expect(FRAMEWORK_KEYS.filter((framework) => codesOf(framework).some((code) => codes.has(code))).length).toBeGreaterThan(1);
  });

  test('mark exclusive options', () => {
    const choices = questionnaires.flatMap(questionsOf).filter(({ type }) => type === 'MULTI_SELECT');
    const marked = choices.filter(({ exclusiveOptions }) => exclusiveOptions.length > 0);
    expect(marked.length).toBeGreaterThan(30);
    const unmarked = choices.filter(({ options, exclusiveOptions }) =>
      options.some((one) => /^none\b/i.test(one) && !exclusiveOptions.includes(one)),
    );
    expect(unmarked).toEqual([]);
  });

  test.each(questionnaires.map((item) => [item.key, item] as const))('every question of %s can be made visible', (_, item) => {
    const questions = item.document.sections.flatMap(({ questions: own }, s) =>
      own.map((question, q) => ({ ...question, id: `s${s + 1}q${q + 1}` })),
    ) as Asked[];
    expect(questions.filter(({ id }) => !canBeSeen(id, questions)).map(({ id }) => id)).toEqual([]);
  });
});

interface Asked {
  id: string;
  type: string;
  options: string[];
  conditionalLogic: ConditionalLogic | null;
}

/** Tries all answers to the questions that it depends on, directly or indirectly. */
function canBeSeen(id: string, questions: Asked[]): boolean {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const needed = new Set<string>();
  const collect = (one: string) =>
    byId.get(one)!.conditionalLogic?.rules.forEach(({ questionId }) => {
      if (!needed.has(questionId)) collect(needed.add(questionId) && questionId);
    });
  collect(id);
  const chain = questions.filter((question) => needed.has(question.id) || question.id === id);
  const values = questions.flatMap(({ conditionalLogic }) => conditionalLogic?.rules ?? []);
  const isSeen = (answers: Map<string, unknown>, open: string[]): boolean => {
    const [next, ...rest] = open;
    if (!next) return visibleQuestions(chain, answers).has(id);
    const compared = values.filter(({ questionId }) => questionId === next).map(({ value }) => value);
    return possibleAnswers(byId.get(next)!, compared).some((answer) => isSeen(new Map(answers).set(next, answer), rest));
  };
  return isSeen(new Map(), [...needed]);
}

function possibleAnswers({ type, options }: Asked, compared: unknown[]): unknown[] {
  if (type === 'YES_NO') return ['YES', 'NO', undefined];
  if (type === 'MULTI_SELECT') return [undefined, options, ...options.map((option) => [option])];
  if (type === 'RATING') return [undefined, 1, 2, 3, 4, 5];
  if (type === 'NUMERIC') return [undefined, ...compared.flatMap((value) => [Number(value), Number(value) - 1, Number(value) + 1])];
  if (options.length > 0) return [undefined, ...options];
  return [undefined, 'some text', ...compared];
}

test('an error in a file is reported with the file and the place', () => {
  const rule = z.object({ controls: z.array(z.object({ code: z.string('is required') })) });
  expect(() => readItem(rule, 'controls: [{ code: A }, { title: B }]', 'frameworks/x.yaml')).toThrow(
    'frameworks/x.yaml: controls.1.code is required',
  );
  expect(() => readItem(rule, 'key: x\ncontrols: }', 'frameworks/x.yaml')).toThrow(/^frameworks\/x\.yaml: .*line 2, column 11/);
});
