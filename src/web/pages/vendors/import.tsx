import { Button, Checkbox, Code, Group, NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, Fragment, useState } from 'react';
import { VENDOR_COLUMNS } from '../../../domains/vendor/vendor-fields.rules';
import type { ImportOutcome, SameName } from '../../api/enums.generated';
import { ApiError, sentence } from '../../api/error';
import { type Pages, useApiMutation, useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Can, useMe, usePermission } from '../../app/session';
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
import { usePortfolioOptions } from '../../components/pickers';
import { readText, UNREADABLE } from '../../components/read-text';
import { VendorLink } from '../../components/thing-links';
import { BANDS, type Tone } from '../../theme/tones';
import { PortfolioSelect } from './portfolio-select';
import { ImportVendorsDocument, type ImportVendorsMutation, VendorNamesDocument } from './import.generated';

type Result = ImportVendorsMutation['importVendors'];
type Row = Result['rows'][number] & { id: string };

/** A result is valid only for the text it was made from. */
interface Checked {
  csv: string;
  result: Result;
}

/** What to do with rows whose name already exists: the default, and exceptions by line. */
interface Choices {
  all: SameName;
  byLine: Record<number, SameName>;
}

/** Skips duplicates by default. Users who may not see vendors can't match rows by name. */
const startingChoices = (seesVendors: boolean): Choices => ({ all: seesVendors ? 'SKIP' : 'CREATE', byLine: {} });

export function ImportVendorsPage() {
  const [csv, setCsv] = useState('');
  const [isUnreadable, setUnreadable] = useState(false);
  const [isAllOrNothing, setAllOrNothing] = useState(false);
  const [checked, setChecked] = useState<Checked>();
  const start = startingChoices(usePermission('vendors:view'));
  const [choices, setChoices] = useState(start);
  const portfolios = usePortfolioOptions();
  const [only, ...others] = useMe().portfolios ?? [];
  const [portfolioId, setPortfolioId] = useState(only && others.length === 0 ? only.id : null);
  const send = useApiMutation(ImportVendorsDocument, {
    onSuccess: ({ importVendors: result }, { input }) => {
      setChecked({ csv: input.csv, result });
      if (result.applied) notify(`${many(result.created, 'vendor')} created, ${count(result.updated)} updated`);
    },
  });
  const run = (dryRun: boolean, { all, byLine } = choices) => {
    const rowChoices = Object.entries(byLine).map(([line, sameName]) => ({ line: Number(line), sameName }));
    send.mutate({ input: { csv, dryRun, allOrNothing: isAllOrNothing, sameName: all, rowChoices, portfolioId } });
  };
  const choose = (next: Choices) => {
    setChoices(next);
    run(true, next);
  };
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
    setChoices(start);
    run(true, start);
  };
  return (
    <Page
      title="Import vendors"
      above={
        <AnchorLink to="/vendors" size="sm">
          Vendors
        </AnchorLink>
      }
      about="From a CSV file. You see a preview before anything changes."
    >
      <form onSubmit={check}>
        <FileDrop accept=".csv,.tsv,.txt,text/csv" hint="or drop it here, or paste its contents below" onFile={(file) => void take(file)}>
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
          {portfolios.length > 0 && (
            <PortfolioSelect
              label="Portfolio of new vendors"
              maw={340}
              portfolios={portfolios}
              value={portfolioId}
              onChange={setPortfolioId}
              error={send.error instanceof ApiError && send.error.fields.portfolioId && 'Choose a portfolio: the file has new vendors'}
            />
          )}
          <Checkbox
            label="Import nothing if any row has errors"
            checked={isAllOrNothing}
            onChange={({ currentTarget }) => setAllOrNothing(currentTarget.checked)}
          />
          <ErrorBox
            error={send.error}
            advice={{
              BAD_USER_INPUT: 'Correct that and try again.',
              PAYLOAD_TOO_LARGE:
                'Split the file and import the parts one by one, or ask an administrator to import it on the command line.',
            }}
          />
          <Group gap="xs">
            <Button type="submit" variant={usable > 0 ? 'default' : 'filled'} disabled={csv.trim() === ''} loading={isRunning(true)}>
              Preview
            </Button>
            {usable > 0 && (
              <Button loading={isRunning(false)} onClick={() => run(false)}>
                Import {many(usable, 'row')}
              </Button>
            )}
          </Group>
        </FileDrop>
      </form>
      {result && <Outcome result={result} choices={choices} onChoose={choose} />}
    </Page>
  );
}

function Help() {
  return (
    <Text size="sm" c="dimmed" component="div">
      The first line names the columns, in any order:{' '}
      {Object.keys(VENDOR_COLUMNS).map((name, i) => (
        <Fragment key={name}>
          {i > 0 && ', '}
          <Code>{name}</Code>
        </Fragment>
      ))}
      ; custom fields by their keys. Tags are separated by semicolons. A row whose external ID or <Code>id</Code>, as in the CSV of the list
      of vendors, belongs to a vendor updates that vendor: columns left out keep their values, empty cells clear them. All other rows create
      vendors.
    </Text>
  );
}

const OUTCOMES: Record<ImportOutcome, { planned: Tone; done: Tone }> = {
  CREATED: { planned: { ...BANDS.GREEN, label: 'Create' }, done: { ...BANDS.GREEN, label: 'Created' } },
  UPDATED: { planned: { ...BANDS.AMBER, label: 'Update' }, done: { ...BANDS.AMBER, label: 'Updated' } },
  UNCHANGED: { planned: { ...BANDS.UNSCORED, label: 'No change' }, done: { ...BANDS.UNSCORED, label: 'No change' } },
  SKIPPED: { planned: { ...BANDS.UNSCORED, label: 'Skip' }, done: { ...BANDS.UNSCORED, label: 'Skipped' } },
  INVALID: { planned: { ...BANDS.RED, label: 'Error' }, done: { ...BANDS.RED, label: 'Not imported' } },
};

const SAME_NAME: Record<SameName, string> = { SKIP: 'Skip', UPDATE: 'Update the existing vendor', CREATE: 'Create another vendor' };

const isDuplicate = ({ sameNameVendorIds, sameNameLine }: Row) => sameNameVendorIds.length > 0 || sameNameLine !== null;

interface OutcomeProps {
  result: Result;
  choices: Choices;
  onChoose: (choices: Choices) => void;
}

/** Existing vendors are shown under their own name, not as spelled in the file. */
interface ColumnProps extends OutcomeProps {
  existing: ReadonlyMap<string, string>;
}

function columnsOf(props: ColumnProps): Column<Row>[] {
  const { applied } = props.result;
  return [
    { key: 'line', header: 'Line', align: 'end', render: ({ line }) => count(line) },
    {
      key: 'outcome',
      header: 'Outcome',
      kind: 'short',
      render: ({ outcome }) => <ToneBadge tone={OUTCOMES[outcome][applied ? 'done' : 'planned']} />,
    },
    {
      key: 'name',
      kind: 'name',
      header: 'Vendor',
      render: (row) => (
        <Stack gap={4}>
          <span>{row.vendorId ? <VendorLink vendor={{ id: row.vendorId, name: row.name ?? 'Vendor' }} /> : (row.name ?? NONE)}</span>
          {!applied && isDuplicate(row) && <Duplicate row={row} {...props} />}
        </Stack>
      ),
    },
    { key: 'external', header: 'External ID', render: ({ externalId }) => externalId ?? NONE },
    {
      key: 'details',
      header: 'Changes and errors',
      render: ({ errors, changedFields }) =>
        errors.length > 0
          ? errors.map(({ column, message }) => (column ? `${column} ${message}` : sentence(message))).join('; ')
          : changedFields.join(', ') || NONE,
    },
  ];
}

/** The vendor with the same name, and what to do about it. */
function Duplicate({ row: { line, name, sameNameVendorIds: ids, sameNameLine }, existing, choices, onChoose }: ColumnProps & { row: Row }) {
  return (
    <>
      <Text size="xs" c="dimmed">
        {ids.length === 0
          ? `Same name as line ${count(sameNameLine!)}`
          : ids.map((id, i) => (
              <Fragment key={id}>
                {i === 0 ? 'Already exists: ' : ', '}
                <VendorLink vendor={{ id, name: existing.get(id) ?? name! }} />
              </Fragment>
            ))}
      </Text>
      <Can do="vendors:view">
        <NativeSelect
          size="xs"
          aria-label={`What to do with line ${line}`}
          data={Object.entries(SAME_NAME).map(([value, label]) => ({ value, label }))}
          value={choices.byLine[line] ?? choices.all}
          onChange={({ currentTarget }) => onChoose({ ...choices, byLine: { ...choices.byLine, [line]: currentTarget.value as SameName } })}
        />
      </Can>
    </>
  );
}

const MOST_NAMED = 100;

/** The names of the existing vendors that rows duplicate, up to one page. */
function useExisting(rows: Result['rows']): ReadonlyMap<string, string> {
  const ids = [...new Set(rows.flatMap(({ sameNameVendorIds }) => sameNameVendorIds))].slice(0, MOST_NAMED);
  const { data } = useApiQuery(VendorNamesDocument, { ids }, { enabled: ids.length > 0, keepPrevious: true });
  return new Map(data?.nodes.flatMap((node) => (node && 'name' in node ? [[node.id, node.name]] : [])));
}

function Outcome(props: OutcomeProps) {
  const { result, choices, onChoose } = props;
  const { applied, created, updated, unchanged, skipped, invalid, ignoredColumns } = result;
  const existing = useExisting(result.rows);
  const [isWrongOnly, setWrongOnly] = useState(false);
  const [search, setSearch] = useState<TableSearch>({});
  const rows = result.rows.filter(({ outcome }) => !isWrongOnly || outcome === 'INVALID').map((row) => ({ ...row, id: String(row.line) }));
  const words = applied
    ? ['created', 'updated', 'unchanged', 'skipped', 'not imported']
    : ['to create', 'to update', 'unchanged', 'to skip', 'with errors'];
  const title = [created, updated, unchanged, skipped, invalid]
    .flatMap((number, i) => (number > 0 ? `${count(number)} ${words[i]}` : []))
    .join(', ');
  const duplicates = rows.filter(isDuplicate).length;
  return (
    <Stack gap="sm">
      <Notice isWarning={invalid > 0} title={`${applied ? 'Imported' : 'Preview'}: ${title || 'no rows'}`}>
        <Stack gap="xs" align="flex-start">
          {ignoredColumns.length > 0 && <Text size="sm">Ignored columns: {ignoredColumns.join(', ')}</Text>}
          {applied && (
            <ButtonLink to="/vendors" search={{ sort: '-CREATED_AT' }} size="xs" variant="default">
              View vendors
            </ButtonLink>
          )}
        </Stack>
      </Notice>
      {!applied && duplicates > 0 && (
        <Can do="vendors:view">
          <Radio.Group
            label={`${many(duplicates, 'row')} with a name that already exists`}
            description="Choose for all of them, or row by row in the table"
            value={choices.all}
            onChange={(all) => onChoose({ all: all as SameName, byLine: {} })}
          >
            <Group gap="md" mt="xs">
              {Object.entries(SAME_NAME).map(([value, label]) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Group>
          </Radio.Group>
        </Can>
      )}
      {invalid > 0 && (
        <Checkbox
          label="Only rows with errors"
          checked={isWrongOnly}
          onChange={({ currentTarget }) => setWrongOnly(currentTarget.checked)}
        />
      )}
      <DataTable
        noun="row"
        columns={columnsOf({ ...props, existing })}
        pages={inMemory(rows)}
        search={search}
        onSearch={setSearch}
        empty={<EmptyState title="The file has no rows" />}
      />
    </Stack>
  );
}

/** A fully loaded list, as pages. */
function inMemory(rows: Row[]): Pages<Row> {
  return {
    list: '',
    rows,
    totalCount: rows.length,
    isBusy: false,
    error: undefined,
    retry: () => undefined,
    reach: () => undefined,
    loaded: () => rows,
  };
}
