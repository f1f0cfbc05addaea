import { lazy, Suspense } from 'react';
import { Can } from '../app/session';
import { Card } from '../components/card';
import { Loading } from '../components/loaded';
import type { HistoryOf } from './history';

const History = lazy(async () => ({ default: (await import('./history')).History }));

/** The history of a record, at the end of its page. */
export function HistoryCard({ of, title = 'History' }: { of: HistoryOf; title?: string }) {
  return (
    <Can do="audit:view">
      <Card title={title}>
        <Suspense fallback={<Loading />}>
          <History of={of} />
        </Suspense>
      </Card>
    </Can>
  );
}
