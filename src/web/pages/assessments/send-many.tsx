import { Alert, Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiPages } from '../../api/hooks';
import { useFormMutation } from '../../api/form';
import { Page } from '../../app/page';
import { TierBadge } from '../../components/badges';
import { CopyIcon } from '../../components/copy-field';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { FilterBar, SelectFilter, TextFilter } from '../../components/filter-bar';
import { many } from '../../components/format';
import { Leaving } from '../../components/leaving';
import { AnchorLink, ButtonLink } from '../../components/link';
import { PlainTable } from '../../components/plain-table';
import { IconInfoCircle } from '../../theme/icons';
import { optionsOf, TIERS } from '../../theme/tones';
import { NoMailServer, useMailEnabled } from './delivery';
import { SendToVendorsDocument, type SendToVendorsMutation } from './new.generated';
import { inputOf, QuestionnaireFields, useBlank } from './questionnaire-fields';
import { RecipientsDocument, type RecipientsQuery } from './send-many.generated';

type Vendor = RecipientsQuery['vendors']['nodes'][number];
type Result = SendToVendorsMutation['sendAssessmentToVendors']['results'][number];

const MOST = 500;
const route = getRouteApi('/app/assessments/send');

const COLUMNS: Column<Vendor>[] = [
  { key: 'name', kind: 'name', header: 'Vendor', render: ({ name }) => name },
  { key: 'tier', kind: 'short', header: 'Tier', render: ({ tier }) => <TierBadge tier={tier} /> },
  { key: 'email', header: 'Recipient', render: ({ contactEmail }) => contactEmail },
  { key: 'assessed', kind: 'short', header: 'Last assessed', render: ({ lastAssessedAt }) => <DateText value={lastAssessedAt} /> },
];

/** Creates and sends one questionnaire for each of many vendors, with a result for each. */
export function SendManyPage() {
  const { template } = route.useSearch();
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [results, setResults] = useState<Result[]>();
  const blank = useBlank();
  const form = useForm({
    initialValues: { ...blank, templateId: template ?? null, message: '' },
    validate: { templateId: (value: string | null) => (value ? null : 'Choose a questionnaire') },
  });
  const { onSubmit, isPending, problem } = useFormMutation(form, SendToVendorsDocument, {
    variables: (values) => ({ input: { ...inputOf(values), message: values.message || null, vendorIds: [...chosen.keys()] } }),
    onSuccess: ({ sendAssessmentToVendors }) => setResults(sendAssessmentToVendors.results),
  });
  const isMailed = useMailEnabled();
  return (
    <Page
      title="Send to multiple vendors"
      above={
        <AnchorLink to="/assessments" size="sm">
          Assessments
        </AnchorLink>
      }
    >
      {results ? (
        <Results results={results} names={chosen} isMailed={isMailed ?? false} />
      ) : (
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="md">
            {isMailed === false && <NoMailServer>Nothing is e-mailed. You get a link for each vendor to share yourself.</NoMailServer>}
            <Paper withBorder p="md" maw={760}>
              <Stack gap="sm">
                <QuestionnaireFields form={form} />
                <Textarea
                  label="Message"
                  description={isMailed === false ? 'Included in the comment thread' : 'Included in the e-mail and the comment thread'}
                  autosize
                  minRows={2}
                  {...form.getInputProps('message')}
                />
              </Stack>
            </Paper>
            <Title order={2}>Vendors</Title>
            <Recipients chosen={chosen} onChoose={setChosen} />
            <ErrorBox error={problem} />
            <Group justify="flex-end" gap="xs">
              {chosen.size > MOST && (
                <Text size="sm" c="var(--mantine-color-error)">
                  At most {MOST} at once
                </Text>
              )}
              <ButtonLink to="/assessments" variant="default">
                Cancel
              </ButtonLink>
              <Button type="submit" loading={isPending} disabled={chosen.size === 0 || chosen.size > MOST || isMailed === undefined}>
                {chosen.size === 0
                  ? 'Select vendors first'
                  : isMailed === false
                    ? `Create ${many(chosen.size, 'link')}`
                    : `Send to ${many(chosen.size, 'vendor')}`}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Page>
  );
}

interface RecipientsProps {
  chosen: ReadonlyMap<string, string>;
  onChoose: (names: ReadonlyMap<string, string>) => void;
}

function Recipients({ chosen, onChoose }: RecipientsProps) {
  const { query, tier, tag } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: { query?: string; tier?: typeof tier; tag?: string }) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const pages = useApiPages(RecipientsDocument, { filter: { query, tier, tag } }, ({ vendors }) => vendors);
  const [columns, setColumns] = useState<string[]>();
  const choose = (ids: ReadonlySet<string>) => {
    // Vendors chosen under another filter stay chosen.
    const shown = new Map(pages.rows?.map(({ id, name }) => [id, name]));
    const kept = [...chosen].filter(([id]) => !shown.has(id));
    onChoose(new Map([...kept, ...[...shown].filter(([id]) => ids.has(id))]));
  };
  return (
    <Stack gap="xs">
      <FilterBar>
        <TextFilter label="Name or e-mail address" value={query} onChange={(value) => change({ query: value })} />
        <SelectFilter label="Tier" options={optionsOf(TIERS)} value={tier} onChange={(value) => change({ tier: value })} />
        <TextFilter label="Tag" value={tag} onChange={(value) => change({ tag: value })} />
        <Text size="sm" role="status" my="xs">
          {many(chosen.size, 'vendor')} selected
        </Text>
      </FilterBar>
      <DataTable
        noun="vendor"
        columns={COLUMNS}
        pages={pages}
        search={{ columns }}
        onSearch={(next) => setColumns(next.columns)}
        selection={{ ids: new Set(chosen.keys()), nameOf: ({ name }) => name, onChange: choose }}
        empty={<EmptyState title="No vendor matches">Change the filters above.</EmptyState>}
      />
    </Stack>
  );
}

function Results({ results, names, isMailed }: { results: Result[]; names: ReadonlyMap<string, string>; isMailed: boolean }) {
  const sent = results.filter(({ error }) => error === null);
  const failed = results.length - sent.length;
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set());
  const uncopied = sent.filter(({ vendorId }) => !copied.has(vendorId)).length;
  const lines = sent.map(({ vendorId, portalUrl }) => `${names.get(vendorId)}\t${portalUrl}`).join('\n');
  return (
    <Stack gap="md">
      <Alert
        icon={<IconInfoCircle aria-hidden />}
        role="status"
        title={`${isMailed ? `${many(sent.length, 'e-mail')} on the way` : `${many(sent.length, 'link')} ready, nothing was e-mailed`}${failed ? `; failed for ${many(failed, 'vendor')}` : ''}`}
      >
        {isMailed ? 'Each vendor gets the link by e-mail.' : 'Copy the links and share them yourself.'} This page doesn’t show them again.
      </Alert>
      <Group gap="xs">
        {sent.length > 0 && (
          <Group gap={4}>
            <CopyIcon label="Copy all links" value={lines} onCopy={() => setCopied(new Set(sent.map(({ vendorId }) => vendorId)))} />
            <Text size="sm">Copy all links</Text>
          </Group>
        )}
      </Group>
      <PlainTable
        label="Results"
        rows={results}
        rowKey={({ vendorId }) => vendorId}
        columns={[
          { key: 'vendor', kind: 'name', header: 'Vendor', render: ({ vendorId }) => names.get(vendorId) },
          { key: 'result', header: 'Result', render: (result) => <Outcome result={result} isMailed={isMailed} /> },
          {
            key: 'link',
            kind: 'actions',
            header: 'Link',
            render: ({ vendorId, portalUrl }) =>
              portalUrl && (
                <CopyIcon
                  label={`Copy the link for ${names.get(vendorId)}`}
                  value={portalUrl}
                  onCopy={() => setCopied((old) => new Set([...old, vendorId]))}
                />
              ),
          },
        ]}
      />
      <Leaving isRisky={!isMailed && uncopied > 0} title="Leave without copying?">
        {`${many(uncopied, 'link')} not copied. This page doesn’t show them again.`}
      </Leaving>
      <ButtonLink to="/assessments" variant="default" style={{ alignSelf: 'flex-start' }}>
        Back to the list
      </ButtonLink>
    </Stack>
  );
}

function Outcome({ result: { assessment, error }, isMailed }: { result: Result; isMailed: boolean }) {
  if (!assessment)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        Not sent: {error}
      </Text>
    );
  return (
    <AnchorLink to="/assessments/$assessmentId" params={{ assessmentId: assessment.id }} size="sm">
      {isMailed ? 'E-mail on its way' : 'Link ready'}
    </AnchorLink>
  );
}
