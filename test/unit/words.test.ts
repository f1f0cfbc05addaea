import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');

/** Phrases from pages, reports, messages and documentation that people stumbled over. */
const STUMBLING = [
  '"Who it is"',
  '"In words"',
  'Where it works',
  'Its id in another system',
  'Name and openness',
  'Let strangers read',
  'Is required',
  'nherent against residual',
  'Our share of the controls',
  'Open actions',
  'Stands in the e-mail',
  'tell the vendor by another way',
  'pass on by another way',
  'Read over and submit',
  'Saved, but for what is marked',
  'settle what is shown',
  'Machine verdict',
  '>Keys<',
  "'by scoring'",
  'question without words',
  'Has to be answered',
  'label="Last day"',
  'every key is refused',
  'is not open to you',
  'How it adds up',
  'gravest',
  'failed most often',
  'So long one that failed',
  'is always asked of',
  'A row a question',
  'Ties to expert circles',
  'News of threats',
  'which you may not',
  "'names no ",
  'goes for good',
  'go for good',
  'Take theirs',
  'hanged meanwhile',
  'is that of the vendor',
  'Within which time',
  'made up and printed',
  'whichever side said so',
  'passed on by hand',
  'Links sent before',
  'Days until the link stops working"',
  'with all that belongs to them',
  'Overall score of {vendorName} then',
  'from the next scoring on',
  'what remains after the score',
  'of the weight of all scored questions',
  'behind the book',
  'counts as left out',
  'asks for no basis',
  'Stop of a use',
  'masked or made up',
  'when the need does',
  'Rights come with the job',
  'guarded from its surroundings',
  'taking away of data',
  'Our own words throughout',
  'Send to many',
  'Next try',
  'Vendors that would move',
  'is in the register',
  'Thank you: your answers',
  'interfaces for programs',
  'Nobody found',
];

test('no phrase that people stumbled over is left', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'rest-facade', 'schema', 'docs/*.md', 'README.md'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(tsx?|ya?ml|md|graphql|html)$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const left = files.flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return STUMBLING.filter((phrase) => text.includes(phrase)).map((phrase) => `${file}: ${phrase}`);
  });
  expect(left).toEqual([]);
});
