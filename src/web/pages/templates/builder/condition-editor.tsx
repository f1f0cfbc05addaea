import { Text } from '@mantine/core';
import type { ConditionalLogic } from '../../../../domains/template/conditions.rules';
import { Conditions, type Subject } from '../conditions';
import { choicesOf, type EditedQuestion, type EditedTemplate, type Place, placesOf } from '../document';

interface ConditionEditorProps {
  doc: EditedTemplate;
  question: EditedQuestion;
  faults: ReadonlyMap<string, string> | undefined;
  onChange: (logic: ConditionalLogic | null) => void;
}

/** When a question is shown, depending on earlier answers. */
export function ConditionEditor({ doc, question: { key, logic }, faults, onChange }: ConditionEditorProps) {
  const places = [...placesOf(doc.sections).values()];
  const at = places.findIndex(({ question }) => question.key === key);
  const earlier = places.slice(0, at).map(subjectOf);
  if (earlier.length === 0 && !logic) {
    return (
      <Text size="sm" c="dimmed">
        Always shown. Conditions can only use earlier questions.
      </Text>
    );
  }
  const named = (of: string) => {
    const place = places.find(({ question }) => question.key === of);
    return place && subjectOf(place);
  };
  return (
    <Conditions
      legend="Condition"
      id={`condition-${key}`}
      subjects={earlier}
      named={named}
      logic={logic}
      always="Always shown."
      intro="Shown if"
      faultOf={(path) => faults?.get(['conditionalLogic', path].filter(Boolean).join('.'))}
      onChange={onChange}
    />
  );
}

function subjectOf({ question, number }: Place): Subject {
  const choices = choicesOf(question).map((option) => ({ value: option, label: option }));
  return { key: question.key, label: `${number} ${question.text}`, type: question.type, choices };
}
