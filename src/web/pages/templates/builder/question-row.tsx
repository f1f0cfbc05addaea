import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core';
import { memo } from 'react';
import { SeverityBadge } from '../../../components/badges';
import { IconAlertCircle, IconArrowsSplit, IconTrash } from '../../../theme/icons';
import { type EditedQuestion, type EditedTemplate, removeQuestion, stepQuestion } from '../document';
import { isScorable, QUESTION_TYPES } from '../question-labels';
import type { Edit } from './builder';
import { DragHandle, MoveButtons, dragStyle } from './reorder';
import { QuestionEditor } from './question-editor';
import classes from './builder.module.css';

interface QuestionRowProps {
  question: EditedQuestion;
  /** Zero-based indexes of the section and of the question in it. */
  section: number;
  index: number;
  isFirst: boolean;
  isLast: boolean;
  edit: Edit;
  faults: ReadonlyMap<string, string> | undefined;
  /** The document being edited; undefined while the question is closed. */
  openIn: EditedTemplate | undefined;
  onOpen: (key: string | undefined) => void;
}

/** A question as one line or, when open, with all its fields. Unchanged ones are not re-rendered. */
export const QuestionRow = memo(function QuestionRow(props: QuestionRowProps) {
  const { question, section, index, isFirst, isLast, edit, faults, openIn, onOpen } = props;
  const { key, text, type, riskWeight, expectedAnswer, required, logic, controlCodes } = question;
  const sortable = useSortable({ id: key });
  const number = `${section + 1}.${index + 1}`;
  const isOpen = openIn !== undefined;
  const isScored = isScorable(type) && expectedAnswer != null;
  return (
    <li ref={sortable.setNodeRef} style={dragStyle(sortable)} className={classes.question} data-open={isOpen || undefined}>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <DragHandle name={`Move question ${number}`} sortable={sortable} />
        <UnstyledButton
          id={`sections.${section}.questions.${index}`}
          className={classes.summary}
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? undefined : key)}
        >
          <Text span size="sm" fw={500}>
            <Text span c="dimmed" size="sm">
              {number}
            </Text>{' '}
            {text || 'Untitled question'}
          </Text>
          <Group gap="xs" component="span">
            <Text span size="xs" c="dimmed">
              {QUESTION_TYPES[type]}
              {required ? ', required' : ''}
            </Text>
            {isScored && <SeverityBadge severity={riskWeight} />}
            {logic && (
              <Text span size="xs" c="dimmed">
                <IconArrowsSplit size={12} aria-hidden /> conditional
              </Text>
            )}
            {controlCodes.length > 0 && (
              <Text span size="xs" c="dimmed">
                {controlCodes.join(', ')}
              </Text>
            )}
            {faults && (
              <Text span size="xs" c="var(--mantine-color-error)">
                <IconAlertCircle size={12} aria-hidden /> {[...faults.values()][0]}
              </Text>
            )}
          </Group>
        </UnstyledButton>
        <MoveButtons
          name={`question ${number}`}
          onUp={isFirst ? undefined : () => edit((old) => stepQuestion(old, key, -1))}
          onDown={isLast ? undefined : () => edit((old) => stepQuestion(old, key, 1))}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Delete question ${number}`}
          onClick={() => edit((old) => removeQuestion(old, key))}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {openIn && <QuestionEditor doc={openIn} question={question} edit={edit} faults={faults} onOpen={onOpen} />}
    </li>
  );
});
