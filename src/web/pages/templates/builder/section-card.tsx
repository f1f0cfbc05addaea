import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { ActionIcon, Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Confirm } from '../../../components/confirm';
import { many } from '../../../components/format';
import { IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '../../../theme/icons';
import {
  changeSection,
  type EditedSection,
  type EditedTemplate,
  insertQuestion,
  moveSection,
  newQuestion,
  removeSection,
} from '../document';
import type { Edit } from './builder';
import { faultsBelow } from './faults';
import { DragHandle, MoveButtons, dragStyle, useKeys } from './reorder';
import { QuestionRow } from './question-row';
import { countText } from '../question-labels';
import classes from './builder.module.css';

interface SectionCardProps {
  doc: EditedTemplate;
  section: EditedSection;
  index: number;
  edit: Edit;
  faults: ReadonlyMap<string, string> | undefined;
  /** Shows only its heading while sections are being reordered. */
  isFolded: boolean;
  /** Key of the open question. */
  open: string | undefined;
  onOpen: (key: string | undefined) => void;
}

export function SectionCard({ doc, section, index, edit, faults, isFolded, open, onOpen }: SectionCardProps) {
  const { key, title, questions } = section;
  const sortable = useSortable({ id: key });
  const keys = useKeys(questions);
  const [isShown, fold] = useDisclosure(true);
  const [isRemoving, removing] = useDisclosure();
  const isUnfolded = isShown && !isFolded;
  const number = index + 1;
  const add = () => {
    const question = newQuestion(doc.kind);
    edit((old) => insertQuestion(old, question, key));
    onOpen(question.key);
  };
  const remove = () => edit((old) => removeSection(old, key));
  return (
    <Paper ref={sortable.setNodeRef} style={dragStyle(sortable)} component="section" withBorder aria-label={`Section ${number}: ${title}`}>
      <Group gap={4} p="xs" wrap="nowrap" align="flex-start" className={classes.head}>
        <DragHandle name={`Move section ${number}`} sortable={sortable} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Questions of section ${number}`}
          aria-expanded={isUnfolded}
          onClick={fold.toggle}
        >
          {isUnfolded ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
        </ActionIcon>
        <TextInput
          id={`sections.${index}`}
          aria-label={`Title of section ${number}`}
          value={title}
          error={faults?.get('title') ?? faults?.get('questions')}
          onChange={({ currentTarget: { value } }) => edit((old) => changeSection(old, key, (now) => ({ ...now, title: value })))}
          flex={1}
          fw={600}
        />
        <Text size="sm" c="dimmed" visibleFrom="sm" px="xs" py={8} style={{ whiteSpace: 'nowrap' }}>
          {countText([section])}
        </Text>
        <MoveButtons
          name={`section ${number}`}
          onUp={index > 0 ? () => edit((old) => moveSection(old, key, index - 1)) : undefined}
          onDown={index < doc.sections.length - 1 ? () => edit((old) => moveSection(old, key, index + 1)) : undefined}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Delete section ${number}`}
          onClick={questions.length > 0 ? removing.open : remove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {isUnfolded && (
        <>
          <SortableContext items={keys} strategy={verticalListSortingStrategy}>
            <ol className={classes.questions}>
              {questions.map((question, q) => (
                <QuestionRow
                  key={question.key}
                  question={question}
                  section={index}
                  index={q}
                  isFirst={index === 0 && q === 0}
                  isLast={index === doc.sections.length - 1 && q === questions.length - 1}
                  edit={edit}
                  faults={faults && faultsBelow(faults, `questions.${q}`)}
                  openIn={open === question.key ? doc : undefined}
                  onOpen={onOpen}
                />
              ))}
            </ol>
          </SortableContext>
          <Button variant="subtle" size="sm" m="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            Add question
          </Button>
        </>
      )}
      <Confirm opened={isRemoving} onClose={removing.close} title="Delete section" onConfirm={remove}>
        This deletes “{title}” and its {many(questions.length, 'question')}. You can still undo it by leaving without saving.
      </Confirm>
    </Paper>
  );
}
