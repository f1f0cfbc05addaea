import { Button, Group, Select, SimpleGrid, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { forTexts, VENDOR_TEXTS } from '../../../domains/vendor/vendor-fields.rules';
import { ApiError } from '../../api/error';
import { useAsOpened, useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { mayDo, useMe } from '../../app/session';
import { Card } from '../../components/card';
import { DayField } from '../../components/day-field';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { Notice } from '../../components/notice';
import { notify } from '../../components/notify';
import { PersonSelect, usePortfolioOptions, useTags } from '../../components/pickers';
import { IconRefresh } from '../../theme/icons';
import { optionsOf, TIERS } from '../../theme/tones';
import { OwnFieldInput } from './own-field-input';
import { fieldsInput, formValues, type OwnField } from './own-fields';
import { VendorFieldsDocument } from './own-fields.generated';
import { VendorGone } from './vendor-gone';
import {
  CreateVendorDocument,
  UpdateVendorDocument,
  type UpdateVendorMutationVariables,
  VendorToEditDocument,
  type VendorToEditQuery,
} from './vendor.generated';
import { PortfolioSelect } from './portfolio-select';
import { choices, CONTRACT_VALUES, OTHER_TEXTS, PLACES, SENSITIVITIES } from './vendor-labels';

type Vendor = NonNullable<VendorToEditQuery['vendor']>;
type Input = Omit<UpdateVendorMutationVariables['input'], 'id' | 'expectedRevision'> & { name: string; contactEmail: string };

/** What a new vendor begins with. */
interface Proposed {
  ownerId?: string;
  portfolioId?: string;
}

/** The form's values: all text, empty where nothing is chosen. */
const valuesOf = (own: readonly OwnField[], vendor?: Vendor, proposed: Proposed = {}) => ({
  name: vendor?.name ?? '',
  contactEmail: vendor?.contactEmail ?? '',
  contactName: vendor?.contactName ?? '',
  externalId: vendor?.externalId ?? '',
  ownerId: (vendor ? vendor.owner?.id : proposed.ownerId) ?? null,
  portfolioId: (vendor ? vendor.portfolio?.id : proposed.portfolioId) ?? null,
  tier: vendor?.tier ?? null,
  dataSensitivity: vendor?.dataSensitivity ?? null,
  geographicRisk: vendor?.geographicRisk ?? null,
  contractValue: vendor?.contractValue ?? null,
  contractRenewalDate: vendor?.contractRenewalDate ?? '',
  tags: vendor?.tags ?? [],
  ...forTexts((_, name) => vendor?.[name] ?? ''),
  fields: formValues(own, vendor?.fields ?? []),
});

type Values = ReturnType<typeof valuesOf>;

/** An empty field clears the value, except name and e-mail, which are sent empty so that the server reports them. */
function inputOf({ fields, ...values }: Values, own: readonly OwnField[]): Input {
  const entries = Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]);
  return {
    ...(Object.fromEntries(entries) as Input),
    name: values.name,
    contactEmail: values.contactEmail,
    ...(own.length > 0 && { fields: fieldsInput(own, fields) }),
  };
}

export function NewVendorPage() {
  const query = useApiQuery(VendorFieldsDocument, {});
  return (
    <Page
      title="New vendor"
      above={
        <AnchorLink to="/vendors" size="sm">
          Vendors
        </AnchorLink>
      }
    >
      <Loaded query={query}>{({ settings }) => <NewVendor shown={settings.vendorFields} />}</Loaded>
    </Page>
  );
}

function NewVendor({ shown }: { shown: OwnField[] }) {
  const own = useAsOpened(shown);
  const navigate = useNavigate();
  const me = useMe();
  const { portfolios } = me;
  const [only, ...others] = portfolios ?? [];
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: valuesOf(own, undefined, {
      ownerId: mayDo(me, 'vendors:view') ? me.id : undefined,
      portfolioId: others.length === 0 ? only?.id : undefined,
    }),
    validate: { portfolioId: (value) => (portfolios && !value ? 'Choose a portfolio' : null) },
  });
  const sending = useFormMutation(form, CreateVendorDocument, {
    variables: (values) => ({ input: inputOf(values, own) }),
    onSuccess: ({ createVendor: { vendor } }) => {
      notify(`${vendor.name} created`);
      void navigate({ to: '/vendors/$vendorId', params: { vendorId: vendor.id } });
    },
  });
  return (
    <VendorForm
      form={form}
      own={own}
      {...sending}
      action="Create vendor"
      cancel={
        <ButtonLink to="/vendors" variant="default">
          Cancel
        </ButtonLink>
      }
    />
  );
}

const route = getRouteApi('/app/vendors/$vendorId/edit');

export function EditVendorPage() {
  const { vendorId } = route.useParams();
  const query = useApiQuery(VendorToEditDocument, { id: vendorId });
  return (
    <Loaded query={query}>
      {({ vendor, settings }) =>
        vendor ? (
          <EditVendor
            vendor={vendor}
            shown={settings.vendorFields}
            onReload={async () => (await query.refetch()).data?.vendor ?? undefined}
          />
        ) : (
          <VendorGone />
        )
      }
    </Loaded>
  );
}

interface EditVendorProps {
  vendor: Vendor;
  shown: OwnField[];
  onReload: () => Promise<Vendor | undefined>;
}

function EditVendor({ vendor, shown, onReload }: EditVendorProps) {
  const own = useAsOpened(shown);
  const navigate = useNavigate();
  // The revision of the values that the form was filled with, not of a later refetch.
  const form = useForm({ mode: 'uncontrolled', initialValues: { ...valuesOf(own, vendor), revision: vendor.revision } });
  const link = { to: '/vendors/$vendorId', params: { vendorId: vendor.id } } as const;
  const sending = useFormMutation(form, UpdateVendorDocument, {
    variables: ({ revision, ...values }) => ({ input: { id: vendor.id, expectedRevision: revision, ...inputOf(values, own) } }),
    onSuccess: ({ updateVendor }) => {
      notify(`${updateVendor.vendor.name} saved`);
      void navigate(link);
    },
  });
  const reload = async () => {
    const fresh = await onReload();
    if (fresh) form.setValues({ ...valuesOf(own, fresh), revision: fresh.revision });
    sending.reset();
  };
  return (
    <Page
      title={`Edit ${vendor.name}`}
      above={[
        <AnchorLink key="list" to="/vendors" size="sm">
          Vendors
        </AnchorLink>,
        <AnchorLink key="one" {...link} size="sm">
          {vendor.name}
        </AnchorLink>,
      ]}
    >
      <VendorForm
        form={form}
        {...sending}
        own={own}
        owner={vendor.owner}
        values={vendor.fields}
        action="Save"
        onReload={() => void reload()}
        cancel={
          <ButtonLink {...link} variant="default">
            Cancel
          </ButtonLink>
        }
      />
    </Page>
  );
}

interface VendorFormProps {
  form: Pick<ReturnType<typeof useForm<Values>>, 'key' | 'getInputProps'>;
  onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
  isPending: boolean;
  problem: unknown;
  action: string;
  cancel: React.ReactNode;
  own: OwnField[];
  owner?: Vendor['owner'];
  /** What the vendor has in its own fields. */
  values?: Vendor['fields'];
  /** Reloads the vendor after somebody else has changed it. */
  onReload?: () => void;
}

function VendorForm({ form, own, onSubmit, isPending, problem, action, cancel, owner, values = [], onReload }: VendorFormProps) {
  const tags = useTags();
  const portfolios = usePortfolioOptions();
  const field = (name: keyof Values | `fields.${string}`) => ({ key: form.key(name), ...form.getInputProps(name) });
  const isStale = onReload && problem instanceof ApiError && problem.code === 'CONFLICT';
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md" maw={820}>
        {isStale ? (
          <Notice isWarning title="Changed by someone else">
            <Stack gap="xs" align="flex-start">
              <Text size="sm">
                Someone else saved this vendor after you opened it, so your changes were not saved. Copy what you need, then load the
                current values.
              </Text>
              <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onReload}>
                Load current values
              </Button>
            </Stack>
          </Notice>
        ) : (
          <ErrorBox error={problem} />
        )}
        <Card title="Details">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="Name" withAsterisk autoFocus {...field('name')} />
            <TextInput
              label="Contact e-mail"
              withAsterisk
              type="email"
              description="Questionnaires are sent here"
              inputWrapperOrder={ORDER}
              {...field('contactEmail')}
            />
            <TextInput label="Contact name" {...field('contactName')} />
            <TextInput label={VENDOR_TEXTS.website.label} inputMode="url" {...field('website')} />
            <TextInput label="External ID" description="Your reference (e.g. ERP ID)" inputWrapperOrder={ORDER} {...field('externalId')} />
            <PersonSelect
              label="Owner"
              description="Responsible for this vendor"
              inputWrapperOrder={ORDER}
              keep={owner}
              {...field('ownerId')}
            />
            {portfolios.length > 0 && <PortfolioSelect portfolios={portfolios} {...field('portfolioId')} />}
          </SimpleGrid>
        </Card>
        <Card title="Risk profile">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select label="Tier" placeholder="Not classified" clearable data={optionsOf(TIERS)} {...field('tier')} />
            <Select
              label="Data sensitivity"
              placeholder="Not known"
              clearable
              data={choices(SENSITIVITIES)}
              {...field('dataSensitivity')}
            />
            <Select label="Geographic exposure" placeholder="Not known" clearable data={choices(PLACES)} {...field('geographicRisk')} />
            <Select
              label="Annual contract value"
              placeholder="Not known"
              clearable
              data={choices(CONTRACT_VALUES)}
              {...field('contractValue')}
            />
            <DayField label="Contract renewal" {...field('contractRenewalDate')} />
            <TagsInput
              label="Tags"
              description="Press Enter after each"
              inputWrapperOrder={ORDER}
              data={tags}
              maxTags={50}
              {...field('tags')}
            />
          </SimpleGrid>
        </Card>
        <Card title="Description">
          <Textarea label={VENDOR_TEXTS.serviceDescription.label} autosize minRows={2} maxRows={8} {...field('serviceDescription')} />
          <Textarea label={VENDOR_TEXTS.notes.label} autosize minRows={2} maxRows={12} {...field('notes')} />
          {OTHER_TEXTS.map(([name, { label }]) => {
            const { key, ...props } = field(name);
            return <Textarea key={key} label={label} autosize minRows={1} maxRows={8} {...props} />;
          })}
        </Card>
        {own.length > 0 && (
          <Card title="Custom fields">
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {own.map((one) => {
                const { key, ...props } = field(`fields.${one.key}`);
                const given = values.find((value) => value.key === one.key);
                return <OwnFieldInput key={key} field={one} current={given?.value} person={given?.person} order={ORDER} props={props} />;
              })}
            </SimpleGrid>
          </Card>
        )}
        <Group gap="xs">
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
          {cancel}
        </Group>
      </Stack>
    </form>
  );
}

/** Puts descriptions below the fields, so that fields side by side are aligned. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
