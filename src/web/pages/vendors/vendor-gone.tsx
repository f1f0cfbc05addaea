import { useMoment } from '../../api/moment';
import { Page } from '../../app/page';
import { EmptyState } from '../../components/empty-state';
import { ButtonLink } from '../../components/link';

/** Shown for a vendor that doesn't exist. */
export function VendorGone() {
  const isPast = useMoment() !== undefined;
  return (
    <Page title="Vendor not found">
      <EmptyState title="Vendor not found" action={<ButtonLink to="/vendors">All vendors</ButtonLink>}>
        {isPast ? 'It wasn’t there at that time.' : 'It may have been deleted, or the link is incomplete.'}
      </EmptyState>
    </Page>
  );
}
