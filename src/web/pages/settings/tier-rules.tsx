import { Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import type { ConditionalLogic } from '../../../domains/template/conditions.rules';
import type { QuestionType, Tier, VendorFieldKind } from '../../api/enums.generated';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { HistoryCard } from '../../history/history-card';
import { optionsOf, TIERS } from '../../theme/tones';
import { Conditions, type Subject } from '../templates/conditions';
import { choices, CONTRACT_VALUES, PLACES, SENSITIVITIES } from '../vendors/vendor-labels';
import { ListEditor } from './list-editor';
import { SettingsForm } from './settings-form';
import { TierRulesDocument, type TierRulesQuery } from './vendor-settings.generated';

interface Edited {
  /** For the list; it isn't sent. */
  id: string;
  name: string;
  tier: Tier;
  logic: ConditionalLogic | null;
}

/** The fields of a vendor that rules can be about. */
const FIELDS: Subject[] = [
  { key: 'dataSensitivity', label: 'Data sensitivity', type: 'COMBOBOX', choices: choices(SENSITIVITIES) },
  { key: 'contractValue', label: 'Annual contract value', type: 'COMBOBOX', choices: choices(CONTRACT_VALUES) },
  { key: 'geographicRisk', label: 'Geographic exposure', type: 'COMBOBOX', choices: choices(PLACES) },
];

/** Own fields as what rules can be about, by the type of question whose answers they are like. Nobody writes rules about a person. */
const OWN_TYPES: Record<Exclude<VendorFieldKind, 'PERSON'>, QuestionType> = {
  TEXT: 'FREE_TEXT',
  NUMBER: 'NUMERIC',
  DATE: 'DATE',
  CHOICE: 'COMBOBOX',
  YES_NO: 'YES_NO',
};

function ownSubjects(fields: TierRulesQuery['settings']['vendorFields']): Subject[] {
  return fields.flatMap(({ key, label, kind, options }) =>
    kind === 'PERSON' ? [] : [{ key, label, type: OWN_TYPES[kind], choices: options.map((option) => ({ value: option, label: option })) }],
  );
}

export function TierRulesPage() {
  const variables = { seesTemplates: usePermission('templates:view') };
  const query = useApiQuery(TierRulesDocument, variables);
  return (
    <Page
      title="Tier rules"
      about="How a vendor request gets its tier. The first rule that applies counts."
      actions={<OpenQuery operation={TierRulesDocument} variables={variables} />}
    >
      <Loaded query={query}>{({ settings, intakeTemplates = [] }) => <TierRulesForm settings={settings} forms={intakeTemplates} />}</Loaded>
      <HistoryCard title="History of all settings" of={{ entityType: 'Settings' }} />
    </Page>
  );
}

interface TierRulesFormProps {
  settings: TierRulesQuery['settings'];
  forms: NonNullable<TierRulesQuery['intakeTemplates']>;
}

function TierRulesForm({ settings: { tierRules, vendorFields, revision }, forms }: TierRulesFormProps) {
  const form = useForm({
    initialValues: {
      tierRules: tierRules.map(({ name, tier, conditionalLogic }): Edited => ({
        id: randomId(),
        name,
        tier,
        logic: conditionalLogic as ConditionalLogic | null,
      })),
    },
  });
  const { tierRules: rules } = form.getValues();
  const all = forms.flatMap(subjectsOf);
  // Rules about an earlier version go on to hold; new ones are about the published form.
  const fields = [...ownSubjects(vendorFields), ...FIELDS];
  const offered = [...forms.filter(({ status }) => status === 'PUBLISHED').flatMap(subjectsOf), ...fields];
  const named = (key: string) => [...fields, ...all].find((subject) => subject.key === key);
  return (
    <SettingsForm
      form={form}
      revision={revision}
      inputOf={({ tierRules: edited }) => ({
        tierRules: edited.map(({ name, tier, logic }) => ({ name, tier, conditionalLogic: logic })),
      })}
    >
      <ListEditor
        items={rules}
        keyOf={({ id }) => id}
        noun="tier rule"
        titleOf={({ name }) => name || 'New rule'}
        empty="There are no rules yet: requests get no tier until somebody chooses one."
        onAdd={() => form.insertListItem('tierRules', { id: randomId(), name: '', tier: 'HIGH', logic: null } satisfies Edited)}
        onMove={(from, to) => form.reorderListItem('tierRules', { from, to })}
        onRemove={(i) => form.removeListItem('tierRules', i)}
        render={({ name, logic }, i) => (
          <>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput label="Name" withAsterisk autoFocus={name === ''} {...form.getInputProps(`tierRules.${i}.name`)} />
              <Select label="Tier" data={optionsOf(TIERS)} allowDeselect={false} {...form.getInputProps(`tierRules.${i}.tier`)} />
            </SimpleGrid>
            <Conditions
              legend="Condition"
              subjects={offered}
              named={named}
              logic={logic}
              always="Always applies."
              intro="Applies if"
              path={`tierRules.${i}.conditionalLogic`}
              faultOf={(path) => form.errors[['tierRules', i, 'conditionalLogic', path].filter((step) => step !== '').join('.')] as string}
              onChange={(next) => form.setFieldValue(`tierRules.${i}.logic`, next)}
            />
          </>
        )}
      />
      <Text size="sm" c="dimmed">
        Rules can be about fields that an intake form sets, and about its questions. Whoever decides on a request can choose another tier.
      </Text>
    </SettingsForm>
  );
}

/** The questions of an intake form. */
function subjectsOf({ sections }: TierRulesFormProps['forms'][number]): Subject[] {
  return sections
    .flatMap(({ questions }) => questions)
    .map(({ id, text, type, options }) => ({
      key: id,
      label: text,
      type,
      choices: options.map((option) => ({ value: option, label: option })),
    }));
}
