import type { ReactNode } from 'react';
import { usePermission } from '../../app/session';
import { AnchorLink } from '../../components/link';

/** To the page of the vendor; its name alone for those who may not open it. */
export function VendorLink({ vendor: { id, name } }: { vendor: { id: string; name: string } }): ReactNode {
  const link = { to: '/vendors/$vendorId', params: { vendorId: id } } as unknown as { to: '/' };
  return usePermission('vendors:view') ? <AnchorLink {...link} inherit>{name}</AnchorLink> : name;
}
