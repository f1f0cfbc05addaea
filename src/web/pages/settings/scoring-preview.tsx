import { Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { fieldErrors } from '../../api/form';
import { ScoreBadge, ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { count, many, percent } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { PlainTable } from '../../components/plain-table';
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

/** The effect of unsaved settings on the portfolio. */
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
    <div>
      <PlainTable
        label="Vendors that would change band"
        columns={[
          { key: 'vendor', header: 'Vendor', kind: 'name', render: ({ vendor }) => <VendorLink vendor={vendor!} /> },
          { key: 'now', header: 'Now', render: ({ scoreBefore, bandBefore }) => <ScoreBadge score={scoreBefore} band={bandBefore} /> },
          {
            key: 'then',
            header: 'With these settings',
            render: ({ scoreAfter, bandAfter }) => <ScoreBadge score={scoreAfter} band={bandAfter} />,
          },
        ]}
        rows={moved}
        rowKey={({ vendor }) => vendor!.id}
      />
      {!isAll && (
        <Text size="sm" c="dimmed" mt="xs">
          Largest score changes
        </Text>
      )}
    </div>
  );
}
