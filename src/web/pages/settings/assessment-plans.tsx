import { MultiSelect, NumberInput, Select, SimpleGrid } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Recurrence, Tier } from '../../api/enums.generated';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { EmptyState } from '../../components/empty-state';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { HistoryCard } from '../../history/history-card';
import { namesOf, TIERS } from '../../theme/tones';
import { RECURRENCES } from '../assessments/assessment-labels';
import { ListEditor } from './list-editor';
import { SettingsForm } from './settings-form';
import { AssessmentPlansDocument, type AssessmentPlansQuery } from './vendor-settings.generated';

interface Edited {
  tier: Tier;
  templateIds: string[];
  recurrence: Recurrence;
  dueDays: number | string;
  approverRoleId: string | null;
}

const RECURRENCE_OPTIONS = Object.entries(RECURRENCES).map(([value, label]) => ({ value, label }));

export function AssessmentPlansPage() {
  const variables = { seesTemplates: usePermission('templates:view'), seesRoles: usePermission('users:manage', 'roles:manage') };
  const query = useApiQuery(AssessmentPlansDocument, variables);
  return (
    <Page
      title="Assessment plans"
      about="What is asked of the vendors of each tier, how often, and who approves them."
      actions={<OpenQuery operation={AssessmentPlansDocument} variables={variables} />}
    >
      {variables.seesTemplates ? (
        <Loaded query={query}>{(data) => <PlansForm data={data} />}</Loaded>
      ) : (
        // Saving would take away the questionnaires that aren't shown.
        <EmptyState title="You can’t edit the plans">They name questionnaires, which you don’t have access to.</EmptyState>
      )}
      <HistoryCard title="History of all settings" of={{ entityType: 'Settings' }} />
    </Page>
  );
}

function PlansForm({ data: { settings, templates = [], roles = [] } }: { data: AssessmentPlansQuery }) {
  const { assessmentPlans, revision } = settings;
  const form = useForm({ initialValues: { assessmentPlans: assessmentPlans.map(editedPlan) } });
  const { assessmentPlans: plans } = form.getValues();
  const free = namesOf(TIERS).find((tier) => !plans.some((plan) => plan.tier === tier));
  return (
    <SettingsForm
      form={form}
      revision={revision}
      inputOf={({ assessmentPlans: edited }) => ({
        assessmentPlans: edited.map(({ dueDays, ...plan }) => ({ ...plan, dueDays: dueDays === '' ? null : Number(dueDays) })),
      })}
    >
      <ListEditor
        items={plans}
        keyOf={({ tier }) => tier}
        noun="plan"
        titleOf={({ tier }) => TIERS[tier].label}
        empty="There are no plans yet: approving a request drafts no questionnaire."
        onAdd={free && (() => form.insertListItem('assessmentPlans', newPlan(free)))}
        onRemove={(i) => form.removeListItem('assessmentPlans', i)}
        render={({ tier }, i) => {
          const field = (name: keyof Edited) => form.getInputProps(`assessmentPlans.${i}.${name}`);
          const others = namesOf(TIERS).filter((one) => one === tier || !plans.some((plan) => plan.tier === one));
          return (
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Select
                label="Tier"
                data={others.map((value) => ({ value, label: TIERS[value].label }))}
                allowDeselect={false}
                {...field('tier')}
              />
              <MultiSelect
                label="Questionnaires"
                searchable
                nothingFoundMessage="Nothing found"
                data={questionnaireOptions(templates, assessmentPlans)}
                {...field('templateIds')}
              />
              <Select label="Repeat" data={RECURRENCE_OPTIONS} allowDeselect={false} {...field('recurrence')} />
              <NumberInput
                label="Due within (days)"
                placeholder="No due date"
                min={1}
                max={3_650}
                allowDecimal={false}
                {...field('dueDays')}
              />
              <Select
                label="Approver’s role"
                placeholder="Anyone who can create vendors"
                clearable
                data={roleOptions(roles, assessmentPlans)}
                {...field('approverRoleId')}
              />
            </SimpleGrid>
          );
        }}
      />
    </SettingsForm>
  );
}

const newPlan = (tier: Tier): Edited => ({ tier, templateIds: [], recurrence: 'ANNUALLY', dueDays: 30, approverRoleId: null });

type Stored = AssessmentPlansQuery['settings']['assessmentPlans'][number];

function editedPlan({ tier, templates = [], recurrence, dueDays, approverRoleId }: Stored): Edited {
  return { tier, templateIds: templates.map(({ id }) => id), recurrence, dueDays: dueDays ?? '', approverRoleId };
}

/** Of each questionnaire the published version, or the newest if none is, as in plans. */
function questionnaireOptions(templates: NonNullable<AssessmentPlansQuery['templates']>, plans: readonly Stored[]) {
  const families = Map.groupBy(templates, ({ family }) => family);
  const shown = [...families.values()].map((versions) => versions.find(({ status }) => status === 'PUBLISHED') ?? versions[0]!);
  return optionsFrom([...shown, ...plans.flatMap((plan) => plan.templates ?? [])]);
}

/** Also those that plans name, for whoever may not see all roles. */
function roleOptions(roles: readonly { id: string; name: string }[], plans: readonly Stored[]) {
  const named = plans.flatMap(({ approverRoleId: id, approverRoleName: name }) => (id && name ? [{ id, name }] : []));
  return optionsFrom([...roles, ...named]);
}

function optionsFrom(things: readonly { id: string; name: string }[]) {
  return [...new Map(things.map(({ id, name }) => [id, name]))].map(([value, label]) => ({ value, label }));
}
