import { Button } from '@mantine/core';
import type { Pages } from '../api/hooks';
import { IconDownload } from '../theme/icons';
import { DownloadButton } from './download-button';

/** Downloads all rows that the filters show, not just those that are loaded. */
export function CsvButton({ pages: { csvUrl } }: { pages: Pick<Pages<never>, 'csvUrl'> }) {
  return csvUrl ? (
    <DownloadButton href={csvUrl}>CSV</DownloadButton>
  ) : (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} disabled>
      CSV
    </Button>
  );
}
