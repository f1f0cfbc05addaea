import { Button, Checkbox, Fieldset, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { fieldErrors, useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { Card } from '../../components/card';
import { ChangeForm } from '../../components/change-form';
import { ErrorBox } from '../../components/error-box';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { HistoryCard } from '../../history/history-card';
import { SaveScoringDocument, ScoringDocument, ScoringPreviewDocument, type ScoringQuery } from './scoring.generated';
import { ScoringPreview } from './scoring-preview';

const WEIGHTS = [
  ['weightCritical', 'Critical'],
  ['weightHigh', 'High'],
  ['weightMedium', 'Medium'],
  ['weightLow', 'Low'],
] as const;
const THRESHOLDS = [
  ['greenFrom', 'Green from (%)', 'Scores at or above this are green'],
  ['amberFrom', 'Amber from (%)', 'Scores from here up to green are amber; lower ones are red'],
] as const;
const TYPING_MS = 300;

type Tried = Omit<ScoringQuery['settings'], 'revision'>;

export function ScoringPage() {
  const query = useApiQuery(ScoringDocument, {});
  return (
    <Page
      title="Scoring"
      about="How answers are scored and which scores are green, amber or red."
      actions={<OpenQuery operation={ScoringDocument} variables={{}} />}
    >
      <Loaded query={query}>{({ settings }) => <ScoringForm settings={settings} />}</Loaded>
      <HistoryCard title="History of all settings" of={{ entityType: 'Settings' }} />
    </Page>
  );
}

function ScoringForm({ settings: { revision, ...settings } }: { settings: ScoringQuery['settings'] }) {
  const [tried, setTried] = useState<Tried>(settings);
  const tryOut = useDebouncedCallback(setTried, TYPING_MS);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      ...settings,
      greenFrom: asPercent(settings.greenFrom),
      amberFrom: asPercent(settings.amberFrom),
      expectedRevision: revision,
    },
    validate: Object.fromEntries([...WEIGHTS, ...THRESHOLDS].map(([name]) => [name, isNumber])),
    onValuesChange: (values) => {
      if (Object.values(values).every((value) => isNumber(value) === null)) tryOut(inputOf(values));
    },
  });
  const asked = { input: tried, withVendors: usePermission('vendors:view') };
  const isPast = useMoment() !== undefined;
  const preview = useApiQuery(ScoringPreviewDocument, asked, { keepPrevious: true, enabled: !isPast });
  const { setErrors } = form;
  useEffect(() => setErrors(fieldErrors(preview.error)), [preview.error, setErrors]);
  const { onSubmit, isPending, problem } = useFormMutation(form, SaveScoringDocument, {
    variables: ({ expectedRevision, ...values }) => ({ input: { ...inputOf(values), expectedRevision } }),
    onSuccess: ({ updateSettings }) => {
      form.setFieldValue('expectedRevision', updateSettings.settings.revision);
      notify('Scoring saved');
    },
  });
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Card title="Settings">
        <ChangeForm onSubmit={onSubmit}>
          <Stack gap="md">
            <ErrorBox error={problem} />
            <Fieldset variant="unstyled" legend="Question weight by risk">
              <SimpleGrid cols={{ base: 2, sm: 4, md: 2, lg: 4 }}>
                {WEIGHTS.map(([name, label]) => (
                  <NumberInput key={form.key(name)} label={label} min={0} max={1_000} {...form.getInputProps(name)} />
                ))}
              </SimpleGrid>
            </Fieldset>
            <Fieldset variant="unstyled" legend="Bands">
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                {THRESHOLDS.map(([name, label, description]) => (
                  <NumberInput
                    key={form.key(name)}
                    label={label}
                    description={description}
                    min={0}
                    max={100}
                    clampBehavior="strict"
                    {...form.getInputProps(name)}
                  />
                ))}
              </SimpleGrid>
            </Fieldset>
            <Checkbox
              label="Count “not applicable” as non-compliant"
              description="When off, these answers don’t count towards the score."
              key={form.key('notApplicableIsNonCompliant')}
              {...form.getInputProps('notApplicableIsNonCompliant', { type: 'checkbox' })}
            />
            <Text size="sm" c="dimmed">
              Bands change as soon as you save. Existing assessment scores stay the same; weights and the “not applicable” rule apply the
              next time an assessment is scored.
            </Text>
            <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
              Save scoring
            </Button>
          </Stack>
        </ChangeForm>
      </Card>
      {!isPast && <ScoringPreview query={preview} variables={asked} />}
    </SimpleGrid>
  );
}

/** A field may be empty while the user types. */
function isNumber(value: unknown): string | null {
  return value === '' ? 'Must be a number' : null;
}

/** 0.85 is shown as 85 %, without floating-point noise. */
const asPercent = (ratio: number) => Math.round(ratio * 10_000) / 100;

function inputOf({ weightCritical, weightHigh, weightMedium, weightLow, greenFrom, amberFrom, notApplicableIsNonCompliant }: Tried): Tried {
  return {
    weightCritical,
    weightHigh,
    weightMedium,
    weightLow,
    notApplicableIsNonCompliant,
    greenFrom: greenFrom / 100,
    amberFrom: amberFrom / 100,
  };
}
