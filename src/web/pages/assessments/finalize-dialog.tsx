import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { ScoreBadge, SeverityBadge } from '../../components/badges';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { many, percent } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { Loaded, Loading } from '../../components/loaded';
import { IconAlertTriangle } from '../../theme/icons';
import { FinalizeAssessmentDocument, PreviewFinalizationDocument, type PreviewFinalizationQuery } from './finalize.generated';
import { Outcome } from './outcome';

interface FinalizeDialogProps {
  assessment: { id: string; vendor: { name: string } };
  onClose: () => void;
}

/** Previews the result before the assessment is finalized, and afterwards shows what came of it. */
export function FinalizeDialog({ assessment, onClose }: FinalizeDialogProps) {
  const [isDone, setDone] = useState(false);
  return (
    <Dialog title={isDone ? 'Assessment completed' : 'Finalize assessment'} onClose={onClose} size="lg">
      {isDone ? (
        <Completed assessmentId={assessment.id} onClose={onClose} />
      ) : (
        <Finalizing assessment={assessment} onClose={onClose} onDone={() => setDone(true)} />
      )}
    </Dialog>
  );
}

function Completed({ assessmentId, onClose }: { assessmentId: string; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Outcome assessmentId={assessmentId} heading={3} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} autoFocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

function Finalizing({ assessment: { id, vendor }, onClose, onDone }: FinalizeDialogProps & { onDone: () => void }) {
  const query = useApiQuery(PreviewFinalizationDocument, { id });
  const finalize = useApiMutation(FinalizeAssessmentDocument, { onSuccess: onDone });
  // Nobody may confirm a preview that is out of date after a new decision.
  const canFinalize = !query.isFetching && query.data?.previewFinalization.clarifications.length === 0;
  return (
    <Stack gap="md">
      {query.isFetching ? (
        <Loading />
      ) : (
        <Loaded query={query}>
          {({ previewFinalization }) => (
            <Preview preview={previewFinalization} assessmentId={id} vendorName={vendor.name} onLeave={onClose} />
          )}
        </Loaded>
      )}
      <ErrorBox error={finalize.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        {canFinalize && (
          <Button onClick={() => finalize.mutate({ input: { id } })} loading={finalize.isPending}>
            Finalize
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface PreviewProps {
  preview: PreviewFinalizationQuery['previewFinalization'];
  assessmentId: string;
  vendorName: string;
  onLeave: () => void;
}

function Preview({
  preview: { score, ragBand, vendorScore, findings, clarifications, undecided },
  assessmentId,
  vendorName,
  onLeave,
}: PreviewProps) {
  return (
    <>
      {clarifications.length > 0 && (
        <Alert variant="default" icon={<IconAlertTriangle aria-hidden />} title="Clarification is still requested" role="alert">
          <Text size="sm">Decide on these, or send the assessment back to the vendor:</Text>
          <ul>
            {clarifications.map(({ id, order, text }) => (
              <li key={id}>
                <AnchorLink
                  to="/assessments/$assessmentId/review"
                  params={{ assessmentId }}
                  search={{ question: id }}
                  size="sm"
                  onClick={onLeave}
                >
                  {order}. {text}
                </AnchorLink>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <SimpleGrid cols={2}>
        <div>
          <Text size="sm" c="dimmed">
            Final score
          </Text>
          <ScoreBadge score={score} band={ragBand} />
        </div>
        <div>
          <Text size="sm" c="dimmed">
            Resulting overall score of {vendorName}
          </Text>
          <Text size="sm">{percent(vendorScore)}</Text>
        </div>
      </SimpleGrid>
      <div>
        <Text size="sm" fw={600}>
          {findings.length === 0 ? 'No findings will be open' : `${many(findings.length, 'finding')} will be open`}
        </Text>
        <Stack
          gap={4}
          component="ul"
          mah={240}
          mt={4}
          p={0}
          mb={0}
          style={{ listStyle: 'none', overflowY: 'auto' }}
          tabIndex={findings.length > 6 ? 0 : undefined}
        >
          {findings.map(({ title, severity, isNew }, i) => (
            <Group key={i} component="li" gap="sm" wrap="nowrap" align="baseline">
              <SeverityBadge severity={severity} />
              <Text size="sm">
                {title}
                {isNew && (
                  <Text span c="dimmed" inherit>
                    {' '}
                    (new)
                  </Text>
                )}
              </Text>
            </Group>
          ))}
        </Stack>
      </div>
      {undecided.length > 0 && (
        <Text size="sm" c="dimmed">
          No decision on {many(undecided.length, 'answer')}: the automatic result applies.
        </Text>
      )}
      {clarifications.length === 0 && <Text size="sm">Answers and decisions can’t be changed afterwards.</Text>}
    </>
  );
}
