import { Checkbox, Fieldset, Group, NumberInput, SimpleGrid } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Severity } from '../../api/enums.generated';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { HistoryCard } from '../../history/history-card';
import { optionsOf, SEVERITIES } from '../../theme/tones';
import { SettingsForm } from './settings-form';
import { FindingSettingsDocument, type FindingSettingsQuery } from './vendor-settings.generated';

const DAYS = [
  ['critical', SEVERITIES.CRITICAL.label],
  ['high', SEVERITIES.HIGH.label],
  ['medium', SEVERITIES.MEDIUM.label],
  ['low', SEVERITIES.LOW.label],
] as const;

export function FindingSettingsPage() {
  const query = useApiQuery(FindingSettingsDocument, {});
  return (
    <Page
      title="Findings"
      about="When findings are due, and which risks need a second person to accept."
      actions={<OpenQuery operation={FindingSettingsDocument} variables={{}} />}
    >
      <Loaded query={query}>{({ settings }) => <FindingSettingsForm settings={settings} />}</Loaded>
      <HistoryCard title="History of all settings" of={{ entityType: 'Settings' }} />
    </Page>
  );
}

const daysOf = (days: number | string) => (days === '' ? null : Number(days));

function FindingSettingsForm({ settings: { remediationDays, fourEyesFor, revision } }: { settings: FindingSettingsQuery['settings'] }) {
  const { critical, high, medium, low } = remediationDays;
  const form = useForm({
    initialValues: {
      remediationDays: { critical: critical ?? '', high: high ?? '', medium: medium ?? '', low: low ?? '' } as Record<
        'critical' | 'high' | 'medium' | 'low',
        number | string
      >,
      fourEyesFor: fourEyesFor as string[],
    },
  });
  return (
    <SettingsForm
      form={form}
      revision={revision}
      inputOf={({ remediationDays: days, fourEyesFor: severities }) => ({
        remediationDays: {
          critical: daysOf(days.critical),
          high: daysOf(days.high),
          medium: daysOf(days.medium),
          low: daysOf(days.low),
        },
        fourEyesFor: severities as Severity[],
      })}
    >
      <Fieldset legend="Days until a finding is due, by severity">
        <SimpleGrid cols={{ base: 2, sm: 4 }}>
          {DAYS.map(([name, label]) => (
            <NumberInput
              key={name}
              label={label}
              placeholder="No due date"
              min={1}
              max={3_650}
              allowDecimal={false}
              {...form.getInputProps(`remediationDays.${name}`)}
            />
          ))}
        </SimpleGrid>
      </Fieldset>
      <Checkbox.Group
        label="Risks that a second person must accept"
        description="A finding of these severities can’t be closed as “risk accepted” by one person alone."
        {...form.getInputProps('fourEyesFor')}
      >
        <Group gap="lg" mt="xs">
          {optionsOf(SEVERITIES).map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
    </SettingsForm>
  );
}
