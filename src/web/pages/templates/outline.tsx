import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { SeverityBadge } from '../../components/badges';
import { type EditedQuestion, type EditedSection, placesOf } from './document';
import { countText, expectedText, isScorable, logicText, QUESTION_TYPES } from './question-labels';
import { useSettableFields } from './settable-fields';
import classes from './templates.module.css';

/** The sections and questions of a template, read-only. */
export function Outline({ sections }: { sections: readonly EditedSection[] }) {
  const places = placesOf(sections);
  const fields = useSettableFields(sections.some(({ questions }) => questions.some(({ setsField }) => setsField !== null)));
  const questionOf = (key: string) => {
    const place = places.get(key);
    return place && { place: place.number, type: place.question.type };
  };
  return (
    <Stack gap="lg">
      {sections.map((section, s) => (
        <section key={section.key} aria-label={section.title}>
          <Group gap="xs" mb="xs">
            <Title order={2} size="h3">
              {s + 1}. {section.title}
            </Title>
            <Text size="sm" c="dimmed">
              {countText([section])}
            </Text>
          </Group>
          <ol className={classes.outline}>
            {section.questions.map((question, q) => (
              <li key={question.key} className={classes.line}>
                <Text size="sm" c="dimmed" component="span">
                  {s + 1}.{q + 1}
                </Text>
                <Question question={question} fields={fields} condition={question.logic && logicText(question.logic, questionOf)} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Stack>
  );
}

interface QuestionProps {
  question: EditedQuestion;
  /** The labels of the vendor's fields, by their keys. */
  fields: ReadonlyMap<string, string>;
  condition: string | null;
}

function Question({ question, fields, condition }: QuestionProps) {
  const { text, helpText, type, riskWeight, required, options, exclusiveOptions, expectedAnswer, controlCodes, findingTitle, setsField } =
    question;
  const isScored = isScorable(type) && expectedAnswer != null;
  return (
    <div>
      <Text size="sm" fw={500}>
        {text}
      </Text>
      {helpText && (
        <Text size="xs" c="dimmed">
          {helpText}
        </Text>
      )}
      <Group gap="xs" mt={4}>
        <Text size="xs">
          {QUESTION_TYPES[type]}
          {required ? ', required' : ''}
        </Text>
        {isScored && <SeverityBadge severity={riskWeight} />}
        {isScored && <Text size="xs">Expected: {expectedText(type, expectedAnswer)}</Text>}
      </Group>
      {options.length > 0 && (
        <Text size="xs" c="dimmed">
          {options.map((option) => (exclusiveOptions.includes(option) ? `${option} (excludes the others)` : option)).join(' · ')}
        </Text>
      )}
      {isScored && findingTitle && <Text size="xs">Finding: {findingTitle}</Text>}
      {setsField && <Text size="xs">Sets the vendor’s field “{fields.get(setsField) ?? setsField}”</Text>}
      {condition && <Text size="xs">Shown if {condition}</Text>}
      {controlCodes.length > 0 && (
        <Group gap={4} mt={4}>
          {controlCodes.map((code) => (
            <Badge key={code} variant="default" size="sm" tt="none">
              {code}
            </Badge>
          ))}
        </Group>
      )}
    </div>
  );
}
