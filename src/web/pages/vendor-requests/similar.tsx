import { Alert, List } from '@mantine/core';
import { usePermission } from '../../app/session';
import { AnchorLink } from '../../components/link';
import { IconInfoCircle } from '../../theme/icons';
import type { SimilarVendorsQuery } from './new-request.generated';
import { SIMILAR_REASONS } from './request-labels';

interface SimilarProps {
  vendors: SimilarVendorsQuery['similarVendors'];
  title: string;
}

/** Vendors that a new one looks like. */
export function Similar({ vendors, title }: SimilarProps) {
  const maySee = usePermission('vendors:view');
  if (vendors.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" icon={<IconInfoCircle aria-hidden />} title={title} role="status">
      <List size="sm">
        {vendors.map(({ vendorId, name, reason }) => (
          <List.Item key={`${vendorId} ${reason}`}>
            {maySee ? (
              <AnchorLink to="/vendors/$vendorId" params={{ vendorId }} inherit underline="always" c="var(--mantine-color-text)">
                {name}
              </AnchorLink>
            ) : (
              name
            )}{' '}
            ({SIMILAR_REASONS[reason]})
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
