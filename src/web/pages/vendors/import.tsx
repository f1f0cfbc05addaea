import { Button, Checkbox, Code, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ImportOutcome } from '../../api/enums.generated';
import { sentence } from '../../api/error';
import { type Pages, useApiMutation } from '../../api/hooks';
import { Page } from '../../app/page';
import { ToneBadge } from '../../components/badges';
import { type Column, DataTable, type TableSearch } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { FaultList } from '../../components/fault-list';
import { FileDrop } from '../../components/file-drop';
import { count, many, NONE } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Notice } from '../../components/notice';
import { notify } from '../../components/notify';
import { readText, UNREADABLE } from '../../components/read-text';
import { VendorLink } from '../../components/thing-links';
import { BANDS, type Tone } from '../../theme/tones';
import { ImportVendorsDocument, type ImportVendorsMutation } from './import.generated';

type Result = ImportVendorsMutation['importVendors'];
type Row = Result['rows'][number] & { id: string };

/** Each step is for the text that was sent: another text needs another check. */
interface Checked {
  csv: string;
  result: Result;
}

export function ImportVendorsPage() {
  const [csv, setCsv] = useState('');
  const [isUnreadable, setUnreadable] = useState(false);
  const [isAllOrNothing, setAllOrNothing] = useState(false);
  const [checked, setChecked] = useState<Checked>();
  const send = useApiMutation(ImportVendorsDocument, {
    onSuccess: ({ importVendors: result }, { input }) => {
      setChecked({ csv: input.csv, result });
      if (result.applied) notify(`${many(result.created, 'vendor')} created, ${count(result.updated)} changed`);
    },
  });
  const run = (dryRun: boolean) => send.mutate({ input: { csv, dryRun, allOrNothing: isAllOrNothing } });
  const isRunning = (dryRun: boolean) => send.isPending && send.variables.input.dryRun === dryRun;
  const result = checked?.csv === csv ? checked.result : undefined;
  const usable = result && !result.applied && !(isAllOrNothing && result.invalid > 0) ? result.created + result.updated : 0;
  const take = async (file: File) => {
    const text = await readText(file);
    setUnreadable(text === undefined);
    setCsv(text ?? '');
  };
  const check = (event: FormEvent) => {
    event.preventDefault();
    run(true);
  };
  return (
    <Page
      title="Import vendors"
      above={<AnchorLink to="/vendors" size="sm">Vendors</AnchorLink>}
      about="From a table in CSV. Nothing is changed until you have seen what would happen."
    >
      <form onSubmit={check}>
        <FileDrop accept=".csv,.tsv,.txt,text/csv" hint="or drop it here, or paste the table below" onFile={(file) => void take(file)}>
          {isUnreadable && <FaultList faults={[UNREADABLE]} />}
          <Textarea
            label="CSV"
            autosize
            minRows={5}
            maxRows={14}
            spellCheck={false}
            placeholder={'name,contactEmail,externalId,tier,tags\nNorthwind Cloud,security@northwind.example,ERP-1042,HIGH,cloud;eu'}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre', overflowX: 'auto' } }}
            value={csv}
            onChange={({ currentTarget }) => {
              setUnreadable(false);
              setCsv(currentTarget.value);
            }}
          />
          <Help />
          <Checkbox
            label="All or nothing: change nothing if one row is wrong"
            checked={isAllOrNothing}
            onChange={({ currentTarget }) => setAllOrNothing(currentTarget.checked)}
          />
          <ErrorBox error={send.error} advice={{ PAYLOAD_TOO_LARGE: 'Split the table and import the parts one after the other, or let an administrator import it on the command line.' }} />
          <Group gap="xs">
            <Button type="submit" variant={usable > 0 ? 'default' : 'filled'} disabled={csv.trim() === ''} loading={isRunning(true)}>Check</Button>
            {usable > 0 && <Button loading={isRunning(false)} onClick={() => run(false)}>Import {many(usable, 'row')}</Button>}
          </Group>
        </FileDrop>
      </form>
      {result && <Outcome result={result} />}
    </Page>
  );
}

function Help() {
  return (
    <Text size="sm" c="dimmed" component="div">
      The first line names the columns, in any order: <Code>name</Code>, <Code>contactEmail</Code>, <Code>externalId</Code>,{' '}
      <Code>contactName</Code>, <Code>tier</Code>, <Code>website</Code>, <Code>serviceDescription</Code>, <Code>dataSensitivity</Code>,{' '}
      <Code>geographicRisk</Code>, <Code>contractValue</Code>, <Code>contractRenewalDate</Code>, <Code>tags</Code> (separated by
      semicolons), <Code>ownerEmail</Code>, <Code>notes</Code>. A row whose external id a vendor has changes that vendor: a column that is
      left out keeps its value, an empty cell clears it. All other rows make new vendors.
    </Text>
  );
}

const OUTCOMES: Record<ImportOutcome, { planned: Tone; done: Tone }> = {
  CREATED: { planned: { ...BANDS.GREEN, label: 'Creates' }, done: { ...BANDS.GREEN, label: 'Created' } },
  UPDATED: { planned: { ...BANDS.AMBER, label: 'Changes' }, done: { ...BANDS.AMBER, label: 'Changed' } },
  UNCHANGED: { planned: { ...BANDS.UNSCORED, label: 'Is so already' }, done: { ...BANDS.UNSCORED, label: 'Was so already' } },
  INVALID: { planned: { ...BANDS.RED, label: 'Wrong' }, done: { ...BANDS.RED, label: 'Left out' } },
};

const columnsOf = (isApplied: boolean): Column<Row>[] => [
  { key: 'line', header: 'Line', align: 'end', render: ({ line }) => count(line) },
  { key: 'outcome', header: 'Outcome', render: ({ outcome }) => <ToneBadge tone={OUTCOMES[outcome][isApplied ? 'done' : 'planned']} /> },
  {
    key: 'name',
    header: 'Vendor',
    render: ({ vendorId, name }) => (vendorId ? <VendorLink vendor={{ id: vendorId, name: name ?? 'Vendor' }} /> : (name ?? NONE)),
  },
  { key: 'external', header: 'External id', render: ({ externalId }) => externalId ?? NONE },
  {
    key: 'details',
    header: 'What changes, or what is wrong',
    render: ({ errors, changedFields }) =>
      errors.length > 0
        ? errors.map(({ column, message }) => sentence(column ? `${column} ${message}` : message)).join('; ')
        : changedFields.join(', ') || NONE,
  },
];

function Outcome({ result }: { result: Result }) {
  const { applied, created, updated, unchanged, invalid, ignoredColumns } = result;
  const [isWrongOnly, setWrongOnly] = useState(false);
  const [search, setSearch] = useState<TableSearch>({});
  const rows = result.rows.filter(({ outcome }) => !isWrongOnly || outcome === 'INVALID').map((row) => ({ ...row, id: String(row.line) }));
  const words = applied ? ['created', 'changed', 'so already', 'left out'] : ['to create', 'to change', 'so already', 'wrong'];
  const title = [created, updated, unchanged, invalid].flatMap((number, i) => (number > 0 ? `${count(number)} ${words[i]}` : [])).join(', ');
  return (
    <Stack gap="sm">
      <Notice isWarning={invalid > 0} title={`${applied ? 'Imported' : 'Nothing is changed yet'}: ${title || 'no rows'}`}>
        <Stack gap="xs" align="flex-start">
          {ignoredColumns.length > 0 && <Text size="sm">Columns that mean nothing here: {ignoredColumns.join(', ')}</Text>}
          {applied && <ButtonLink to="/vendors" search={{ sort: '-CREATED_AT' }} size="xs" variant="default">See the vendors</ButtonLink>}
        </Stack>
      </Notice>
      {invalid > 0 && (
        <Checkbox label="Only rows that are wrong" checked={isWrongOnly} onChange={({ currentTarget }) => setWrongOnly(currentTarget.checked)} />
      )}
      <DataTable noun="row" columns={columnsOf(applied)} pages={inMemory(rows)} search={search} onSearch={setSearch} empty={<EmptyState title="The table has no rows" />} />
    </Stack>
  );
}

/** A list that is all there. */
function inMemory(rows: Row[]): Pages<Row> {
  return {
    list: '', rows, totalCount: rows.length, isBusy: false, error: undefined, retry: () => undefined, reach: () => undefined, loaded: () => rows,
  };
}
