import { Calendar } from '../../src/library/demo/calendar';
import { LEAST_KNOWN_DAYS } from '../../src/library/demo/portfolio';
import { Random } from '../../src/library/demo/random';

test('a vendor is known before its first assessment, whatever day of the week it is', () => {
  const random = new Random('1', 'calendar');
  for (const today of ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']) {
    const calendar = new Calendar(today);
    for (let created = 10; created < 17; created++) {
      for (let round = 0; round < 20; round++) {
        expect(calendar.work(random, created + LEAST_KNOWN_DAYS)).toBeLessThan(calendar.work(random, created));
      }
    }
  }
});
