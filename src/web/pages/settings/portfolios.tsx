import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useAsOpened, useFormMutation } from '../../api/form';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Can, usePermission } from '../../app/session';
import { ConfirmTyped } from '../../components/confirm-typed';
import type { Column } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { Dialog } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { useFocusReturn } from '../../components/focus';
import { count, many, NONE } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { PlainTable } from '../../components/plain-table';
import { RowAction } from '../../components/row-action';
import { HistoryButton } from '../../history/history-button';
import { IconBuilding, IconPencil, IconPlus, IconTrash } from '../../theme/icons';
import {
  CreatePortfolioDocument,
  DeletePortfolioDocument,
  PortfoliosDocument,
  type PortfoliosQuery,
  UpdatePortfolioDocument,
} from './portfolios.generated';

type Portfolio = PortfoliosQuery['portfolios'][number];

/** What is open over the page. */
type Asked = { what: 'add' } | { what: 'edit' | 'delete'; portfolio: Portfolio };

export function PortfoliosPage() {
  const query = useApiQuery(PortfoliosDocument, {});
  const [asked, ask] = useState<Asked>();
  const close = () => ask(undefined);
  const add = (
    <Can do="settings:manage">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask({ what: 'add' })}>
        Add portfolio
      </Button>
    </Can>
  );
  return (
    <Page
      title="Portfolios"
      about="Group the vendors of each business unit. A user’s role can apply to some portfolios only."
      actions={
        <>
          <OpenQuery operation={PortfoliosDocument} variables={{}} />
          <HistoryButton of={{ entityType: 'Portfolio' }} name="portfolios" />
          {add}
        </>
      }
    >
      <Loaded query={query}>
        {({ portfolios }) =>
          portfolios.length > 0 ? (
            <Portfolios portfolios={portfolios} onAsk={ask} />
          ) : (
            <EmptyState title="No portfolios yet" icon={IconBuilding}>
              Add one for each business unit, then choose it on the vendor’s form.
            </EmptyState>
          )
        }
      </Loaded>
      {asked?.what === 'add' && <Add onClose={close} />}
      {asked?.what === 'edit' && <Edit portfolio={asked.portfolio} onClose={close} />}
      {asked?.what === 'delete' && <Delete portfolio={asked.portfolio} onClose={close} />}
    </Page>
  );
}

function Portfolios({ portfolios, onAsk }: { portfolios: Portfolio[]; onAsk: (asked: Asked) => void }) {
  const mayChange = usePermission('settings:manage');
  const actions: Column<Portfolio> = {
    key: 'actions',
    kind: 'actions',
    header: 'Actions',
    render: (portfolio) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <RowAction verb="Edit" name={portfolio.name} icon={IconPencil} onRun={() => onAsk({ what: 'edit', portfolio })} />
        <RowAction verb="Delete" name={portfolio.name} icon={IconTrash} onRun={() => onAsk({ what: 'delete', portfolio })} />
      </Group>
    ),
  };
  return (
    <PlainTable
      rowKey={({ id }) => id}
      label="Portfolios"
      rows={portfolios}
      columns={[
        { key: 'name', kind: 'name', header: 'Name', render: ({ name }) => name },
        { key: 'description', header: 'Description', render: ({ description }) => description ?? NONE },
        { key: 'vendors', header: 'Vendors', align: 'end', render: (portfolio) => <Vendors of={portfolio} /> },
        { key: 'created', kind: 'short', header: 'Created', render: ({ createdAt }) => <DateText value={createdAt} /> },
        ...(mayChange ? [actions] : []),
      ]}
    />
  );
}

function Vendors({ of: { id, name, vendorCount } }: { of: Portfolio }) {
  const maySee = usePermission('vendors:view');
  if (!maySee) return count(vendorCount);
  return (
    <AnchorLink to="/vendors" search={{ portfolio: id }} aria-label={`${many(vendorCount, 'vendor')} of ${name}`} inherit>
      {count(vendorCount)}
    </AnchorLink>
  );
}

function Add({ onClose }: { onClose: () => void }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', description: '' } });
  const sending = useFormMutation(form, CreatePortfolioDocument, {
    variables: ({ name, description }) => ({ input: { name, description: description || null } }),
    onSuccess: () => {
      notify('Portfolio added');
      onClose();
    },
  });
  return <Fields title="Add portfolio" action="Add" form={form} {...sending} onClose={onClose} />;
}

function Edit({ portfolio, onClose }: { portfolio: Portfolio; onClose: () => void }) {
  const { id, name, description, revision } = useAsOpened(portfolio);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name, description: description ?? '' } });
  const sending = useFormMutation(form, UpdatePortfolioDocument, {
    variables: (values) => ({
      input: { id, expectedRevision: revision, name: values.name, description: values.description || null },
    }),
    onSuccess: () => {
      notify('Portfolio saved');
      onClose();
    },
  });
  return <Fields title={`Edit ${name}`} action="Save" form={form} {...sending} onClose={onClose} />;
}

interface FieldsProps {
  title: string;
  action: string;
  form: ReturnType<typeof useForm<{ name: string; description: string }>>;
  onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
  isPending: boolean;
  problem: unknown;
  onClose: () => void;
}

function Fields({ title, action, form, onSubmit, isPending, problem, onClose }: FieldsProps) {
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <TextInput label="Name" withAsterisk data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxRows={8}
            key={form.key('description')}
            {...form.getInputProps('description')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Delete({ portfolio: { id, name, vendorCount }, onClose }: { portfolio: Portfolio; onClose: () => void }) {
  useFocusReturn();
  const remove = useApiMutation(DeletePortfolioDocument, {
    onSuccess: () => {
      notify(`${name} deleted`);
      onClose();
    },
  });
  return (
    <ConfirmTyped
      opened
      onClose={onClose}
      title="Delete portfolio"
      phrase={name}
      onConfirm={() => remove.mutate({ input: { id } })}
      isPending={remove.isPending}
      error={remove.error}
    >
      {vendorCount > 0 ? `Its ${many(vendorCount, 'vendor')} will belong to no portfolio.` : 'No vendor belongs to it.'} Users whose role
      applies to this portfolio alone will see no vendors.
    </ConfirmTyped>
  );
}
