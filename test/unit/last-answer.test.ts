import { LastAnswer } from '../../src/domains/sign-on/last-answer';

test('those who ask at once get one answer, and later ones a new one', async () => {
  const answers = new LastAnswer<Promise<number>>(10);
  let asked = 0;
  const ask = () => answers.get(() => Promise.resolve(++asked));
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask()).toBe(2);
});

test('a failure is heard by all who waited for it, and counts only for them', async () => {
  const answers = new LastAnswer<Promise<string>>(10);
  const fail = () => answers.get(() => Promise.reject(new Error('down')));
  expect(await Promise.allSettled([fail(), fail()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(await answers.get(() => Promise.resolve('up'))).toBe('up');
});

test('after so many the last answer counts', async () => {
  const answers = new LastAnswer<Promise<number>>(3);
  let asked = 0;
  for (let i = 0; i < 10; i++) await answers.get(() => Promise.resolve(++asked));
  expect([asked, await answers.get(() => Promise.resolve(-1))]).toEqual([3, 3]);
  const keys = new LastAnswer<{ n: number }>(2);
  expect([1, 2, 3].map((n) => keys.get(() => ({ n })).n)).toEqual([1, 2, 2]);
});
