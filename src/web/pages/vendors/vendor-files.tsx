import { useApiQuery } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { Card } from '../../components/card';
import { Files } from '../../components/files';
import { Loaded } from '../../components/loaded';
import type { Vendor } from './vendor';
import { VendorFilesDocument } from './vendor.generated';

/** Files about the vendor itself; evidence is with the answers and certifications. */
export function VendorFiles({ vendor: { id, name } }: { vendor: Vendor }) {
  const query = useApiQuery(VendorFilesDocument, { id });
  const mayEdit = usePermission('vendors:edit');
  return (
    <Card title="Files about the vendor">
      <Loaded query={query}>
        {({ vendor }) => (
          <Files
            of={name}
            owner={{ vendorId: id }}
            files={vendor?.attachments ?? []}
            mayEdit={mayEdit}
            empty="Upload contracts, agreements and other documents."
          />
        )}
      </Loaded>
    </Card>
  );
}
