import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Can, useEverywhere } from '../app/session';
import { Dialog } from '../components/dialog';
import { Loading } from '../components/loaded';
import { IconHistory } from '../theme/icons';
import type { HistoryOf } from './history';

const History = lazy(async () => ({ default: (await import('./history')).History }));

/** Opens the history of what belongs to no vendor. Someone whose role applies to some portfolios only sees no entry of it. */
export function HistoryButton({ of, name }: { of: HistoryOf; name: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!useEverywhere()) return null;
  return (
    <Can do="audit:view">
      <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setOpen(true)}>
        History
      </Button>
      {isOpen && (
        <Dialog title={`History of ${name}`} size="xl" onClose={() => setOpen(false)}>
          <Suspense fallback={<Loading />}>
            <History of={of} />
          </Suspense>
        </Dialog>
      )}
    </Can>
  );
}
