import { Group, Stack, Table, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { fieldErrors } from '../../api/form';
import { ScoreBadge, ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { count, many, percent } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { VendorLink } from '../../components/thing-links';
import { BANDS, paint } from '../../theme/tones';
import classes from './scoring-preview.module.css';
import { ScoringPreviewDocument, type ScoringPreviewQuery, type ScoringPreviewQueryVariables } from './scoring.generated';

type Preview = ScoringPreviewQuery['previewScoring'];
type Counts = Preview['before'];

const SHARES = [
  ['green', BANDS.GREEN],
  ['amber', BANDS.AMBER],
  ['red', BANDS.RED],
  ['unscored', BANDS.UNSCORED],
] as const;

interface ScoringPreviewProps {
  query: UseQueryResult<ScoringPreviewQuery>;
  variables: ScoringPreviewQueryVariables;
}

/** What the settings tried would make of the portfolio. */
export function ScoringPreview({ query, variables }: ScoringPreviewProps) {
  return (
    <Card title="What would change" link={<OpenQuery operation={ScoringPreviewDocument} variables={variables} />}>
      {Object.keys(fieldErrors(query.error)).length > 0 ? (
        <Text size="sm" role="status">
          Fix the highlighted fields to see what would change.
        </Text>
      ) : (
        <Loaded query={query}>{({ previewScoring }) => <Change preview={previewScoring} />}</Loaded>
      )}
    </Card>
  );
}

function Change({ preview: { before, after, averageBefore, averageAfter, movedCount, moved } }: { preview: Preview }) {
  return (
    <Stack gap="md">
      <Text role="status" fw={600}>
        {movedCount === 0 ? 'No vendor would change band.' : `${many(movedCount, 'vendor')} would change band.`}
      </Text>
      <Stack gap="xs">
        <Shares label="Now" counts={before} />
        <Shares label="With these settings" counts={after} />
      </Stack>
      <Text size="sm">
        Average score: {percent(averageBefore)} now, {percent(averageAfter)} with these settings.
      </Text>
      {moved.length > 0 && moved[0]!.vendor && <Moved moved={moved} isAll={moved.length === movedCount} />}
    </Stack>
  );
}

function Shares({ label, counts }: { label: string; counts: Counts }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <div className={classes.shares} aria-hidden>
        {SHARES.map(([name, { colour }]) => (
          <span key={name} style={{ flexGrow: counts[name], background: paint(colour) }} />
        ))}
      </div>
      <Group gap="md">
        {SHARES.map(([name, { colour, label: band }]) => (
          <ToneBadge key={name} tone={{ colour, label: `${band} ${count(counts[name])}` }} />
        ))}
      </Group>
    </div>
  );
}

function Moved({ moved, isAll }: { moved: Preview['moved']; isAll: boolean }) {
  return (
    <Table.ScrollContainer minWidth={360} maxHeight={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table captionSide="bottom">
        {!isAll && <Table.Caption>Largest score changes</Table.Caption>}
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Vendor</Table.Th>
            <Table.Th scope="col">Now</Table.Th>
            <Table.Th scope="col">With these settings</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {moved.map(({ vendor, scoreBefore, scoreAfter, bandBefore, bandAfter }) => (
            <Table.Tr key={vendor!.id}>
              <Table.Td>
                <VendorLink vendor={vendor!} />
              </Table.Td>
              <Table.Td>
                <ScoreBadge score={scoreBefore} band={bandBefore} />
              </Table.Td>
              <Table.Td>
                <ScoreBadge score={scoreAfter} band={bandAfter} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
