import { Recurrence } from '../../src/domains/settings/recurrence';
import { lastPeriod, periodBefore, periodOf } from '../../src/reports/board/period';

const TODAY = '2026-11-18';

test.each([
  [{}, { from: '2026-10-01', to: TODAY }, { from: '2026-07-01', to: '2026-09-30' }],
  [{ to: '2026-02-15' }, { from: '2026-01-01', to: '2026-02-15' }, { from: '2025-10-01', to: '2025-12-31' }],
  // Whole months.
  [{ to: '2026-02-28' }, { from: '2026-01-01', to: '2026-02-28' }, { from: '2025-11-01', to: '2025-12-31' }],
  [
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-01-01', to: '2026-01-31' },
  ],
  [
    { from: '2025-05-01', to: '2026-04-30' },
    { from: '2025-05-01', to: '2026-04-30' },
    { from: '2024-05-01', to: '2025-04-30' },
  ],
  [
    { from: '2026-07-01', to: '2026-09-30' },
    { from: '2026-07-01', to: '2026-09-30' },
    { from: '2026-04-01', to: '2026-06-30' },
  ],
  [
    { from: '2026-10-01', to: '2026-12-31' },
    { from: '2026-10-01', to: TODAY },
    { from: '2026-07-01', to: '2026-09-30' },
  ],
  [{ from: '2026-11-01' }, { from: '2026-11-01', to: TODAY }, { from: '2026-10-14', to: '2026-10-31' }],
  [
    { from: '2024-02-29', to: '2024-02-29' },
    { from: '2024-02-29', to: '2024-02-29' },
    { from: '2024-02-28', to: '2024-02-28' },
  ],
])('%j is compared with what was before', (given, period, before) => {
  expect(periodOf(given, TODAY)).toEqual(period);
  expect(periodBefore(period, TODAY)).toEqual(before);
});

test('a quarter that isn’t over is compared with the whole last one on every day', () => {
  const before = { from: '2026-07-01', to: '2026-09-30' };
  for (const today of ['2026-10-30', '2026-10-31', '2026-11-01']) expect(periodBefore(periodOf({}, today), today)).toEqual(before);
});

test.each([
  [{ from: '2026-11-19' }, 'from is in the future'],
  [{ from: '2026-11-19', to: '2026-12-31' }, 'from is in the future'],
  [{ from: '2026-03-01', to: '2026-02-01' }, 'to is before from'],
  [{ from: '1969-12-31', to: '2026-02-01' }, 'from is before 1970-01-01'],
])('%j is refused', (given, message) => {
  expect(() => periodOf(given, TODAY)).toThrow(message);
});

test.each([
  [Recurrence.QUARTERLY, '2026-11-18', { from: '2026-07-01', to: '2026-09-30' }],
  [Recurrence.QUARTERLY, '2027-01-01', { from: '2026-10-01', to: '2026-12-31' }],
  [Recurrence.BIANNUALLY, '2026-11-18', { from: '2026-01-01', to: '2026-06-30' }],
  [Recurrence.ANNUALLY, '2026-11-18', { from: '2025-01-01', to: '2025-12-31' }],
] as const)('%s reports on %s on the period that ended last', (recurrence, today, period) => {
  expect(lastPeriod(recurrence, today)).toEqual(period);
});
